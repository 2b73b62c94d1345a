"""Stills are named by their content, and there whole or not at all."""

import hashlib
import random

import cv2
import numpy as np
import pytest

from monitor.errors import InputError, LogError
from monitor.record.stills import StillStore
from tests.record.killing import run_and_kill


@pytest.fixture
def image():
    image = np.zeros((48, 64, 3), np.uint8)
    cv2.circle(image, (30, 20), 12, (40, 90, 220), -1)
    return image


def test_name_is_the_hash_of_the_file_and_the_picture_comes_back(tmp_path, image):
    store = StillStore(tmp_path / "evidence")
    name = store.put(image)
    data = (tmp_path / "evidence" / f"{name}.jpg").read_bytes()
    assert hashlib.sha256(data).hexdigest() == name
    assert store.get(name) == data
    assert store.names() == [name]
    back = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert back.shape == image.shape
    assert np.abs(back.astype(int) - image).mean() < 4


def test_same_picture_is_kept_once(tmp_path, image):
    store = StillStore(tmp_path)
    assert store.put(image) == store.put(image.copy())
    assert len(list(tmp_path.iterdir())) == 1


def test_changed_or_missing_still_is_found(tmp_path, image):
    store = StillStore(tmp_path)
    name = store.put(image)
    path = store.path(name)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(LogError, match="was changed"):
        store.get(name)
    path.unlink()
    with pytest.raises(LogError, match="missing"):
        store.get(name)


@pytest.mark.parametrize("name", ["", "../log", "a" * 63, "g" * 64, "A" * 64, "a" * 64 + "/..", "a" * 64 + "\n"])
def test_what_is_no_name_is_refused(tmp_path, name):
    with pytest.raises(InputError):
        StillStore(tmp_path).path(name)


@pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4), (0, 4, 3)])
def test_what_is_no_picture_is_refused(tmp_path, shape):
    with pytest.raises(InputError):
        StillStore(tmp_path).put(np.zeros(shape, np.uint8))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.reliability
def test_killed_writer_leaves_only_whole_stills(tmp_path):
    rng = random.Random(3)
    acknowledged = [line.strip() for _ in range(3) for line in run_and_kill("stills", tmp_path, rng)]
    store = StillStore(tmp_path)
    assert set(acknowledged) <= set(store.names())
    for name in store.names():
        store.get(name)
    store.remove_partial()
    assert {path.suffix for path in tmp_path.iterdir()} == {".jpg"}
