"""Boards, checkers, dice, cubes and hands drawn with OpenCV: cheap variety beside the rendered scenes."""
