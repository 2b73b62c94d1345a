"""Input and output sizes that the models, their training and their readers must agree on."""

BOARD_INPUT = 160
"""Edge of the board finder's letterboxed square input, pixels."""
BOARD_PAD = 0.06
"""Border left around the picture inside that square, share of its edge, so that corners just outside can be placed."""
HEATMAP = 40
KEYPOINTS = 8
CORNER_INPUT = 64
CORNER_HEATMAP = 32
CORNER_SCALE = 320
"""Width of the rectified playing area from which the corner refiner's patches are cut, pixels: a patch shows a fifth of it."""
FACE_INPUT = 64
FACE_MARGIN = 1.7
"""Edge of a face crop in units of the detected box's longer side (in the metric board frame)."""
CUBE_FACES = (2, 4, 8, 16, 32, 64)
POINT_W, POINT_H = 48, 160
"""Size of the point reader's strip, pixels: one point from outside its base line to beyond the board's middle, base line on top."""
POINT_WIDE = 1.6
"""A strip's width in points: half of either neighbour's room, for checkers that stand beside their middle line or lean."""
POINT_FROM, POINT_TO = -0.05, 0.58
"""Where a strip begins and ends, share of the playing area's height from the base line."""
MOST_COUNTED = 15
"""Most checkers on a point that the point reader can tell."""
