"""`python -m models.training.scenes`: stills, dice sheets, contact sheet. Run it in the renderer's environment (bpy, opencv-python-headless, numpy)."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import split, stills


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.scenes", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (("stills", "boards with everything on them"), ("dice", "sheets of many dice, close up")):
        make = commands.add_parser(name, help=text)
        make.add_argument("--split", choices=split.SPLITS, required=True)
        make.add_argument("--count", type=int, required=True)
        make.add_argument("--out", type=Path, required=True)
        make.add_argument("--seed", type=int, default=1)
        make.add_argument("--start", type=int, default=0, help="first index")
        make.add_argument("--width", type=int, default=960)
        make.add_argument("--height", type=int, default=540)
        make.add_argument("--samples", type=int, default=8)
        make.add_argument("--threads", type=int, default=0, help="render threads, 0: all cores")
        if name == "dice":
            make.add_argument("--touching", action="store_true", help="most flat dice lie against a checker, the bar or a rim, as cocked ones do")
    sheet = commands.add_parser("contact-sheet", help="one picture of many small ones")
    sheet.add_argument("folder", type=Path)
    sheet.add_argument("--out", type=Path, required=True)
    sheet.add_argument("--limit", type=int, default=40)
    args = parser.parse_args()
    if args.command == "contact-sheet":
        print(f"{stills.contact_sheet(args.folder, args.out, limit=args.limit)} pictures in {args.out}")
    elif args.command == "stills":
        stills.render_stills(
            args.split, args.out, args.count, args.seed, args.width, args.height, args.samples, args.threads, args.start, lambda s: print(s, flush=True)
        )
    else:
        from . import dice_sheet

        dice_sheet.render_sheets(
            args.split, args.out, args.count, args.seed, args.width, args.height, args.samples, args.threads, args.start, lambda s: print(s, flush=True),
            dice_sheet.TOUCHING if args.touching else dice_sheet.KINDS,
        )  # fmt: skip


if __name__ == "__main__":
    main()
