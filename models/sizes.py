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
