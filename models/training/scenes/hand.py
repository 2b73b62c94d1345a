"""Hands: the skinned mesh of `assets/generic_hand_right.glb` posed by numpy, with an arm and a sleeve. No bpy.

The asset is `generic-hand` of the npm package @webxr-input-profiles/assets (MIT, Amazon/Immersive Web contributors). Frame of the result: millimetres,
the pinch point (thumb and index tip) at the origin, the arm towards -y, palm down, z up.
"""

from __future__ import annotations

import json
import math
import random
import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
ASSET = Path(__file__).with_name("assets") / "generic_hand_right.glb"
FINGERS = ("index-finger", "middle-finger", "ring-finger", "pinky-finger")
SKINS = ((0.87, 0.66, 0.54), (0.80, 0.56, 0.43), (0.91, 0.73, 0.63), (0.62, 0.41, 0.29), (0.45, 0.28, 0.19), (0.30, 0.18, 0.12), (0.84, 0.62, 0.45))
SLEEVES = (
    (0.03, 0.04, 0.09),
    (0.05, 0.05, 0.055),
    (0.80, 0.80, 0.80),
    (0.40, 0.07, 0.09),
    (0.16, 0.26, 0.40),
    (0.80, 0.45, 0.55),
    (0.30, 0.32, 0.30),
    (0.55, 0.44, 0.30),
    (0.08, 0.25, 0.16),
    (0.62, 0.62, 0.65),
)


@dataclass(frozen=True)
class HandMesh:
    """vertices (n, 3) mm, faces (triangles) with part 0 skin, 1 sleeve; sleeve may be empty (bare arm)."""

    vertices: Points
    faces: list[tuple[int, ...]]
    parts: list[int]
    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    fabric: str


@lru_cache(maxsize=1)
def _asset() -> tuple[Points, NDArray[np.int64], NDArray[np.int64], Points, dict[str, Points], list[str]]:
    """vertices, triangles, joint ids (n, 4), weights (n, 4), joint places by name, joint order.

    mm, in WebXR's hand frame: x from index to little finger, y the back of the hand up, -z along the fingers.
    """
    data = ASSET.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    doc = json.loads(data[20 : 20 + length])
    blob = data[20 + length + 8 :]

    def read(k: int) -> NDArray[np.float64]:
        acc = doc["accessors"][k]
        view = doc["bufferViews"][acc["bufferView"]]
        kind = {5126: "<f4", 5123: "<u2", 5121: "u1", 5125: "<u4"}[acc["componentType"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[acc["type"]]
        start = view.get("byteOffset", 0) + acc.get("byteOffset", 0)
        size = np.dtype(kind).itemsize
        stride = view.get("byteStride", size * width)
        raw = np.frombuffer(blob, np.uint8, stride * (acc["count"] - 1) + size * width, start)
        rows = (
            [raw[i * stride : i * stride + size * width].view(kind) for i in range(acc["count"])]
            if stride != size * width
            else raw.view(kind).reshape(acc["count"], width)
        )
        return np.asarray(rows, np.float64).reshape(acc["count"], width)

    prim = doc["meshes"][0]["primitives"][0]
    skin = doc["skins"][0]
    order = [doc["nodes"][n]["name"] for n in skin["joints"]]
    inverse = read(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    places = {name: np.linalg.inv(m)[:3, 3] * 1000 for name, m in zip(order, inverse, strict=True)}
    forward = places["middle-finger-tip"] - places["wrist"]
    forward /= np.linalg.norm(forward)
    across = places["pinky-finger-phalanx-proximal"] - places["index-finger-phalanx-proximal"]
    across -= forward * (across @ forward)
    across /= np.linalg.norm(across)
    frame = np.stack([across, np.cross(across, forward), -forward])
    places = {name: frame @ place for name, place in places.items()}
    attr = prim["attributes"]
    weights = read(attr["WEIGHTS_0"])
    weights /= weights.sum(axis=1, keepdims=True)
    return (
        read(attr["POSITION"]) * 1000 @ frame.T,
        read(prim["indices"]).astype(np.int64).reshape(-1, 3),
        read(attr["JOINTS_0"]).astype(np.int64),
        weights,
        places,
        order,
    )


def _turn(axis: Points, degrees: float) -> Points:
    a = math.radians(degrees)
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(a) * k + (1 - math.cos(a)) * k @ k


def _chain(names: list[str], turns: list[Points], places: dict[str, Points], out: dict[str, tuple[Points, Points]]) -> None:
    """Rotate a chain of joints one after the other about their own places; out: joint -> (rotation, translation) for the vertices bound to it."""
    rotation, shift = np.eye(3), np.zeros(3)
    for name, turn in zip(names, turns, strict=True):
        pivot = rotation @ places[name] + shift
        rotation = turn @ rotation
        shift = pivot - rotation @ places[name]
        out[name] = (rotation, shift)


def posed(rng: random.Random) -> tuple[Points, Points]:
    """(vertices in the glTF frame, place of the pinch point): a random grip between pinching and a loose fist or a flat hand."""
    vertices, _, joints, weights, places, order = _asset()
    curl = rng.choice((18.0, 30.0, 38.0, 46.0)) + rng.uniform(-6, 6)
    pointing = rng.random() < 0.3
    moved: dict[str, tuple[Points, Points]] = {name: (np.eye(3), np.zeros(3)) for name in order}
    for k, finger in enumerate(FINGERS):
        names = [f"{finger}-phalanx-{part}" for part in ("proximal", "intermediate", "distal")] + [f"{finger}-tip"]
        amount = curl + k * rng.uniform(0, 5) if not (pointing and k) else curl + 35
        if pointing and k == 0:
            amount = rng.uniform(8, 22)
        across = np.array([1.0, 0, 0])
        spread = _turn(np.array([0.0, 1, 0]), (1.2 - k) * rng.uniform(-3, 2))
        _chain(names, [spread @ _turn(across, -amount * 0.9), _turn(across, -amount * 1.1), _turn(across, -amount * 0.7), np.eye(3)], places, moved)
    thumb = ["thumb-metacarpal", "thumb-phalanx-proximal", "thumb-phalanx-distal", "thumb-tip"]
    inward = _turn(np.array([0.25, 1.0, 0.0]), -rng.uniform(18, 42))
    _chain(
        thumb, [inward, _turn(np.array([0.2, 1.0, 0.2]), -rng.uniform(5, 25)), _turn(np.array([0.2, 1.0, 0.2]), -rng.uniform(5, 25)), np.eye(3)], places, moved
    )
    turns = np.stack([moved[name][0] for name in order])
    shifts = np.stack([moved[name][1] for name in order])
    bent = np.einsum("nk,nkij,nj->ni", weights, turns[joints], vertices) + np.einsum("nk,nki->ni", weights, shifts[joints])
    tips = [moved[n][0] @ places[n] + moved[n][1] for n in ("index-finger-tip", "thumb-tip")]
    return bent, (tips[0] + tips[1]) / 2


def _tube(rings: list[tuple[Points, float, float]], n: int, rng: random.Random, wrinkle: float) -> tuple[Points, list[tuple[int, ...]]]:
    """A tube through rings of (centre, half width x, half height z), along y."""
    points = []
    for k, (center, rx, rz) in enumerate(rings):
        phase = rng.uniform(0, 6.28)
        for j in range(n):
            a = 2 * math.pi * j / n
            bump = 1 + wrinkle * math.sin(3 * a + phase + k)
            points.append(center + np.array([rx * math.cos(a) * bump, 0, rz * math.sin(a) * bump]))
    faces: list[tuple[int, ...]] = []
    for k in range(len(rings) - 1):
        for j in range(n):
            a, b = k * n + j, k * n + (j + 1) % n
            faces.append((a, b, b + n, a + n))
    faces.append(tuple(range(n)))
    return np.array(points), faces


def build(seed: int, length_mm: float = 620.0) -> HandMesh:
    """A hand with its arm; which hand, grip, size, skin and sleeve follow from the seed."""
    rng = random.Random(seed)
    bent, pinch = posed(rng)
    triangles = _asset()[1]
    to_board = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    pitch = _turn(np.array([1.0, 0, 0]), -rng.uniform(8, 32))
    size = rng.uniform(0.98, 1.14)

    def board(p: Points) -> Points:
        return np.asarray((p - pinch) @ to_board.T @ pitch.T * size)

    vertices = board(bent)
    edge = vertices[vertices[:, 1] < vertices[:, 1].min() + 12]
    center = np.array([edge[:, 0].mean(), edge[:, 1].min() + 8, (edge[:, 2].min() + edge[:, 2].max()) / 2])
    half_x, half_z = max(24.0, float(np.ptp(edge[:, 0])) / 2), max(17.0, float(np.ptp(edge[:, 2])) / 2)
    drift = rng.uniform(-0.25, 0.25)
    rise = rng.uniform(0.0, 0.22)

    def at(y: float) -> Points:
        back = center[1] - y
        return np.array([center[0] + drift * back, y, center[2] + rise * back])

    start = center[1]
    bare = rng.random() < 0.3
    arm_rings = [(at(start + 26), half_x * 0.80, half_z * 0.80), (at(start + 8), half_x * 0.95, half_z * 0.95)] + [
        (at(start - d), half_x + min(d, 180) * 0.08, half_z + min(d, 180) * 0.09) for d in (10, 40, 80, 140, 220, 320, length_mm)
    ]
    arm, arm_faces = _tube(arm_rings, 20, rng, 0.01)
    parts = [0] * len(triangles) + [0] * len(arm_faces)
    faces: list[tuple[int, ...]] = [tuple(int(i) for i in t) for t in triangles]
    faces += [tuple(i + len(vertices) for i in f) for f in arm_faces]
    everything = np.concatenate([vertices, arm])
    if not bare:
        cuff = rng.uniform(0, 30) if rng.random() < 0.75 else rng.uniform(60, 160)
        loose = rng.uniform(1.15, 1.5)
        steps = [cuff, cuff + 3, *(cuff + d for d in (20, 45, 75, 110, 150, 200, 260, 330)), length_mm]
        sleeve_rings = [
            (
                at(start - d) + np.array([0, 0, rng.uniform(-1.5, 1.5)]),
                (half_x + min(d, 220) * 0.12) * loose * rng.uniform(0.95, 1.06),
                (half_z + min(d, 220) * 0.12) * loose * rng.uniform(0.95, 1.06),
            )
            for d in steps
        ]
        sleeve, sleeve_faces = _tube(sleeve_rings, 28, rng, 0.035)
        faces += [tuple(i + len(everything) for i in f) for f in sleeve_faces]
        parts += [1] * len(sleeve_faces)
        everything = np.concatenate([everything, sleeve])
    if rng.random() < 0.4:
        everything = everything * np.array([-1.0, 1, 1])
        faces = [f[::-1] for f in faces]
    fabric = rng.choice(("fabric", "felt"))
    return HandMesh(everything, faces, parts, rng.choice(SKINS), rng.choice(SLEEVES), fabric)


def lowest(mesh: HandMesh) -> float:
    """z of the lowest vertex of the hand itself and the near part of the arm (the part that can be over the board)."""
    near = mesh.vertices[mesh.vertices[:, 1] > -420]
    return float(near[:, 2].min())
