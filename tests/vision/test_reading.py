"""From detections to likelihoods: cells, colours, counts, face crops; with scripted detections, no weights."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import AREA_H, AREA_W, AREA_X, AREA_Y, BoardFit, project
from models.sizes import FACE_INPUT, FACE_MARGIN
from monitor.tracking.observation import DieReading
from monitor.vision import die_looks, reader
from monitor.vision.classes import CHECKER, DIE
from monitor.vision.colors import ColorModel, evened, learn_colors, to_lab
from monitor.vision.counts import assign_cells, cell_likelihoods, checker_bases
from monitor.vision.detector import Detections, _iou_suppress
from monitor.vision.face_reader import FaceReading
from monitor.vision.faces import FaceCrop, face_crop
from monitor.vision.reader import REPORTED_DIE, PictureReader, apart, die_probability
from tests.calibration.test_geometry import look

OVERHEAD, _ = look(90, 1.1, 1.25)


def detections(boxes: list[tuple[float, float, float, float]], confidence: float | list[float] = 0.9) -> Detections:
    n = len(boxes)
    return Detections(
        np.array(boxes, np.float32).reshape(n, 4),
        np.full(n, confidence, np.float32) if isinstance(confidence, float) else np.array(confidence, np.float32),
        np.full(n, CHECKER),
    )


class Scripted:
    """A detector that finds the same in every picture."""

    def __init__(self, found: Detections) -> None:
        self._found = found

    def detect(self, canvas: np.ndarray) -> Detections:
        return self._found


def checker_at(u: float, v: float, r: float = 21) -> tuple[float, float, float, float]:
    x, y = AREA_X + u * AREA_W, AREA_Y + v * AREA_H
    return x - r, y - r, x + r, y + r


def stack(cell: int, n: int, fit: BoardFit = OVERHEAD) -> list[tuple[float, float, float, float]]:
    u = fit.cell_center(cell)
    return [checker_at(u, (0.042 + k * 0.083) if cell < 12 else 1 - (0.042 + k * 0.083)) for k in range(n)]


@pytest.mark.parametrize("cell", [0, 5, 6, 11, 12, 17, 18, 23])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_stack_is_counted_in_its_cell(cell: int, count: int) -> None:
    found = detections(stack(cell, count))
    cells = assign_cells(OVERHEAD, checker_bases(OVERHEAD, found.xyxy))
    points, bar, _ = cell_likelihoods(cells, found, np.ones(count, np.float32))
    assert points[cell, 0].argmax() == count and points[cell, 0].max() > 0.9
    assert points[cell, 1].argmax() == 0
    assert all(points[c, k].argmax() == 0 for c in range(24) for k in (0, 1) if c != cell)
    assert bar.argmax(1).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("bar", "u", "cell"), [((0.47, 0.53), 0.5, 24), ((0.5, 0.5), 0.5, 24), ((0.5, 0.5), 0.535, 6), ((0.47, 0.53), 0.535, 6), ((0.47, 0.53), 0.44, 5)]
)
def test_a_checker_between_the_middle_columns_is_on_the_bar(bar: tuple[float, float], u: float, cell: int) -> None:
    fit = BoardFit(OVERHEAD.corners, bar, OVERHEAD.width, OVERHEAD.height)
    assert assign_cells(fit, np.array([[u, 0.3]])).tolist() == [cell]


def test_checkers_beside_the_board_are_in_no_cell() -> None:
    assert assign_cells(OVERHEAD, np.array([[-0.08, 0.5], [1.08, 0.2], [0.5, 1.2]])).tolist() == [-1, -1, -1]


def test_probabilities_sum_to_one_and_long_stacks_are_less_sure() -> None:
    rows = {}
    for n in (3, 7):
        found = detections(stack(3, n))
        points, bar, _ = cell_likelihoods(np.full(n, 3), found, np.ones(n, np.float32))
        assert points.sum(-1) == pytest.approx(np.ones((24, 2)), abs=1e-5) and bar.sum(-1) == pytest.approx(np.ones(2), abs=1e-5)
        rows[n] = points[3, 0]
    assert rows[3].max() > rows[7].max()
    assert rows[7][8] > rows[7][6]  # a hidden second layer adds, it never takes away


def test_a_weak_box_leaves_the_count_open() -> None:
    found = detections(stack(3, 3), [0.9, 0.9, 0.3])
    points, _, _ = cell_likelihoods(np.full(3, 3), found, np.ones(3, np.float32))
    assert 0.1 < points[3, 0, 2] < 0.9 and 0.1 < points[3, 0, 3] < 0.9


def test_two_colours_on_one_point_are_both_seen_when_clear() -> None:
    found = detections(stack(3, 2))
    points, _, _ = cell_likelihoods(np.full(2, 3), found, np.array([0.999, 0.001], np.float32))
    assert points[3].argmax(1).tolist() == [1, 1]


def test_a_disc_of_unknown_colour_is_counted_all_the_same() -> None:
    points, _, totals = cell_likelihoods(np.full(1, 3), detections(stack(3, 1)), np.array([0.5], np.float32))
    assert points[3, :, 1] == pytest.approx(0.5, abs=0.06) and totals[3].argmax() == 1 and totals[3, 1] > 0.95
    assert totals.shape == (25, 16) and totals.sum(axis=1) == pytest.approx(1)


def test_one_doubtful_disc_follows_its_point() -> None:
    found = detections(stack(3, 4))
    points, _, _ = cell_likelihoods(np.full(4, 3), found, np.array([0.99, 0.99, 0.4, 0.99], np.float32))
    assert points[3].argmax(1).tolist() == [4, 0]


def test_a_dark_stack_under_glare_stays_one_colour() -> None:
    """Disc colours as read from a rendered clip: cream and green checkers, a lamp mirrored on the near end of a green stack of five."""
    model = ColorModel(np.array([[84, 5, 39], [28, -10, 12]], np.float32), 45.3, 6.5)
    glare = np.array([[59, 5, 26], [44, -1, 19], [51, 3, 23], [37, -4, 17], [33, -7, 15]], np.float32)
    found = detections(stack(12, 5))
    points, _, _ = cell_likelihoods(np.full(5, 12), found, model.probability_a(glare))
    assert points[12].argmax(1).tolist() == [0, 5] and points[12, 0, 0] > 0.9
    hit = np.array([[83, 6, 40], [24, -12, 10]], np.float32)
    points, _, _ = cell_likelihoods(np.full(2, 12), detections(stack(12, 2)), model.probability_a(hit))
    assert points[12].argmax(1).tolist() == [1, 1] and points[12, 0, 1] > 0.8


@pytest.mark.parametrize(
    ("light", "dark"),
    [((90, 0, 0), (15, 0, 0)), ((85, 2, 10), (35, 45, 30)), ((60, 30, 40), (35, 10, 18)), ((55, -40, 35), (50, 55, 40))],
    ids=["white/black", "white/red", "wood", "green/red of one lightness"],
)
def test_two_colours_are_learnt_and_the_lighter_is_a(light: tuple[float, ...], dark: tuple[float, ...]) -> None:
    rng = np.random.default_rng(4)
    f = np.concatenate([rng.normal(light, 3.5, (13, 3)), rng.normal(dark, 3.5, (9, 3))]).astype(np.float32)
    model = learn_colors(f, np.ones(22, np.float32))
    assert model is not None and model.is_sure
    p = model.probability_a(f)
    assert (p[:13] > 0.9).all() and (p[13:] < 0.1).all()


def test_a_dark_disc_under_the_lamp_is_judged_beside_what_is_lit_alike() -> None:
    """Colours of a rendered clip: maple and walnut under a lamp over the middle; the walnut checker on the bar is half-way to maple in lightness."""
    model = ColorModel(np.array([[66, 27, 49], [36, 14.5, 23]], np.float32), 31.6, 3.5)
    places = np.array([[0.5, 0.5], [0.55, 0.4], [0.55, 0.33], [0.55, 0.6], [0.45, 0.65], [0.02, 0.05], [0.02, 0.95], [0.97, 0.95], [0.97, 0.05]])
    light, dark = [73, 22, 49], [42, 14, 24]
    seen = np.array([[51.7, 15.7, 29.3], light, light, dark, dark, [35, 14, 23], [58, 27, 45], [55, 27, 44], [35, 15, 23]], np.float32)
    even = model.probability_a(evened(seen, places, model))
    assert model.probability_a(seen)[0] > 0.25 and even[0] < 0.15
    assert ((even > 0.5) == [False, True, True, False, False, False, True, True, False]).all()
    alone = evened(seen[:1], places[:1], model)
    assert np.array_equal(alone, seen[:1])


def test_one_colour_alone_is_not_called_two() -> None:
    f = np.random.default_rng(1).normal((60, 5, 5), 2.5, (15, 3)).astype(np.float32)
    model = learn_colors(f, np.ones(15, np.float32))
    assert model is None or not model.is_sure


def test_doubled_boxes_are_dropped_and_neighbours_kept() -> None:
    boxes = [*stack(2, 3), *[tuple(np.array(b) + 2) for b in stack(2, 1)]]
    found = _iou_suppress(detections(boxes, [0.9, 0.8, 0.85, 0.4]), 0.55)
    assert sorted(found.confidence.tolist()) == pytest.approx([0.8, 0.85, 0.9])


def test_detections_refuse_arrays_that_disagree() -> None:
    with pytest.raises(ValueError, match="must agree"):
        Detections(np.zeros((2, 4), np.float32), np.zeros(3, np.float32), np.zeros(2, np.int64))


@pytest.mark.parametrize(("elevation", "azimuth"), [(90, 0), (60, 0), (60, 15), (52, -20)])
def test_a_face_crop_is_square_upright_and_unmirrored(elevation: float, azimuth: float) -> None:
    """An L drawn on the board keeps its handedness, is as wide as high, and height points up in the crop."""
    fit, _ = look(elevation, 1.1, 1.25, azimuth_deg=azimuth)
    canvas = np.zeros((1000, 1250, 3), np.uint8)  # a metric board, 1000 px to 0.8 of its width
    cv2.rectangle(canvas, (600, 480), (640, 520), (255, 255, 255), -1)
    cv2.rectangle(canvas, (600, 480), (620, 500), (0, 0, 255), -1)  # red quarter: top-left on the board
    h = fit.image_from_board @ np.diag([1 / 1250, 1 / 1000, 1])
    image = cv2.warpPerspective(canvas, h, (fit.width, fit.height), flags=cv2.INTER_AREA)
    cut = face_crop(np.asarray(image, np.uint8), fit, (600 / 1250, 480 / 1000, 640 / 1250, 520 / 1000))
    crop = cut.image
    assert cut.shear == pytest.approx(1 / np.tan(np.radians(elevation)), abs=0.12)
    white = crop.min(-1) > 100
    red = (crop[..., 2] > 120) & (crop[..., 0] < 100)
    ys, xs = np.nonzero(white | red)
    area = (white | red).sum()
    assert area == pytest.approx((FACE_INPUT / FACE_MARGIN) ** 2, rel=0.25)
    if elevation == 90:
        assert np.ptp(xs) == pytest.approx(np.ptp(ys), abs=4)
    ry, rx = np.nonzero(red)
    d = np.array([rx.mean() - xs.mean(), ry.mean() - ys.mean()])
    assert d[0] < -2 and d[1] < 4  # still left, and never mirrored to the right or turned upside down
    if elevation < 90:
        sx, sy = fit.camera.shear(0.496, 0.5)
        up = project(fit.image_from_board, np.array([[0.496, 0.5]]))  # the crop's own up must be the way height leans
        assert up.shape == (1, 2) and sy < 0 and abs(sx) < abs(sy)


def test_two_boxes_around_one_die_are_one_die() -> None:
    def reading(u: float, v: float, confidence: float, value: int) -> DieReading:
        return DieReading(u, v, confidence, tuple(0.98 if i + 1 == value else 0.003 for i in range(6)), 0.95, size=0.022)

    twice = [reading(0.94, 0.69, 0.9, 5), reading(0.812, 0.37, 0.8, 3), reading(0.946, 0.694, 0.95, 5)]
    assert [(d.u, d.confidence) for d in apart(twice, 1.0)] == [(0.946, 0.95), (0.812, 0.8)]
    touching = [reading(0.5, 0.5, 0.9, 1), reading(0.523, 0.5, 0.9, 2)]
    assert len(apart(touching, 1.0)) == 2


@pytest.mark.parametrize(
    ("box", "none_p", "in_picture", "in_video"),
    [
        pytest.param(0.65, 0.02, True, True, id="a clear die"),
        pytest.param(0.26, 0.10, False, True, id="a faint box, not quite a face: only where it is new"),
        pytest.param(0.24, 0.014, True, True, id="a faint box, a clear face"),
        pytest.param(0.25, 0.70, False, False, id="more likely ground"),
        pytest.param(0.65, 0.97, False, False, id="an ornament that the detector is sure of"),
    ],
)
def test_a_thing_new_on_known_ground_is_sooner_a_die(box: float, none_p: float, in_picture: bool, in_video: bool) -> None:
    assert (die_probability(box, none_p) >= REPORTED_DIE) is in_picture
    assert (die_probability(box, none_p, is_new=True) >= REPORTED_DIE) is in_video


def test_a_die_that_mirrors_the_lamp_is_told_from_a_shadow() -> None:
    box = np.array([400, 300, 424, 324], np.float32)
    canvas = np.full((640, 800, 3), 60, np.uint8)
    canvas[300:312, 400:415] = 250
    assert reader.mirrors_lamp(to_lab(canvas), box)
    assert not reader.mirrors_lamp(to_lab(canvas), box + np.float32([20, 20, 20, 20]))
    assert not reader.mirrors_lamp(to_lab(canvas), np.array([900, 300, 924, 324], np.float32))


def test_each_die_keeps_its_own_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    found = detections([checker_at(0.25, 0.5, 12), checker_at(0.75, 0.5, 12)])
    found.class_id[:] = DIE
    place_of: list[float] = []

    def read(crops: list[FaceCrop]) -> list[FaceReading]:
        value = np.full((len(crops), 6), 0.02, np.float32)
        for row, crop in zip(value, crops, strict=True):
            row[int(crop.image[0, 0, 0])] = 0.9
        return [FaceReading(row, 0.0, 0.3 + 0.4 * float(row[1] > 0.5), 0.0, np.zeros(6, np.float32)) for row in value]

    def crop(image: object, fit: object, box: tuple[float, float, float, float]) -> FaceCrop:
        place_of.append((box[0] + box[2]) / 2)
        return FaceCrop(np.full((FACE_INPUT, FACE_INPUT, 3), int(place_of[-1] > 0.5), np.uint8), 0.0)

    monkeypatch.setattr(die_looks, "face_crop", crop)
    monkeypatch.setattr(reader, "_leaning", lambda dice, around: dice)
    picture = PictureReader(OVERHEAD, Scripted(found))
    monkeypatch.setattr(picture._faces, "read", read)
    dice = sorted(picture.read(np.zeros((720, 1280, 3), np.uint8)).dice, key=lambda d: d.u)
    assert [(np.argmax(d.value_p) + 1, round(d.flat_p, 3)) for d in dice] == [(1, 0.3), (2, 0.7)]
