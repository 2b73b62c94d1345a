"""Hands with alpha, rendered alone, for pasting onto drawn boards: `python -m models.training.scenes.hand_sprites --count 16 --out data/hands`."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from models.training.scenes import compose

SIZE_PX = 560
FIRST_SEED = 5000
"""Away from the seeds of stills and clips, so that no held-out picture shares a hand with training."""


def main() -> None:
    from models.training.scenes.scene_render import Renderer  # needs bpy, which only the rendering environment has

    parser = argparse.ArgumentParser(prog="python -m models.training.scenes.hand_sprites", description=__doc__)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for i in range(args.count):
        path = args.out / f"hand_{i:03d}.png"
        if path.exists():
            continue
        renderer = Renderer(samples=6, threads=1)
        renderer.build(compose.scene("train", FIRST_SEED, i, 320, 180))
        cv2.imwrite(str(path), renderer.render_hand(FIRST_SEED + i, SIZE_PX))
        print(f"{i + 1} of {args.count} hands", flush=True)


if __name__ == "__main__":
    main()
