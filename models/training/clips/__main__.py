"""Renders match clips with their truth.

python -m models.training.clips render SCRIPT... --out DIR     scripts by file or bundled name
python -m models.training.clips all --group eval --out DIR     every bundled script of a group (eval, left, midgame, demo, val)
python -m models.training.clips match FILE.mat --game 1 --like eval_01 --out DIR    a game of a match record, on the table of a script
python -m models.training.clips truth SCRIPT... --out DIR      only the truth, in milliseconds
python -m models.training.clips legible --group eval --out DIR how well the pips of every thrown die can be seen, of clips in DIR
python -m models.training.clips author                         writes the bundled scripts from their plans
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
import tomllib
from pathlib import Path

from models.training.clips import legible, match_record, plans
from models.training.clips.produce import produce, truth_of, write_truth
from models.training.clips.script import SCRIPTS, Script, load, parse
from monitor.errors import InputError, MonitorError


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m models.training.clips", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("render", "truth", "all", "match"):
        command = commands.add_parser(name)
        command.add_argument("--out", type=Path, required=True)
        command.add_argument("--stage", choices=("blender", "flat"), default="blender", help="flat: plain 2D drawing, for trying a script out")
        command.add_argument("--samples", type=int, default=8)
        if name in ("render", "truth"):
            command.add_argument("scripts", nargs="+", type=Path)
        elif name == "all":
            command.add_argument("--group", required=True)
            command.add_argument("--again", action="store_true", help="also clips that are there already")
        else:
            command.add_argument("record", type=Path)
            command.add_argument("--game", type=int, default=1)
            command.add_argument("--turns", type=int, default=10)
            command.add_argument("--like", type=Path, default=Path("eval_01"))
    command = commands.add_parser("legible")
    command.add_argument("--group", required=True)
    command.add_argument("--out", type=Path, required=True)
    commands.add_parser("author")
    args = parser.parse_args(argv)
    try:
        return _run(args)
    except MonitorError as error:
        print(f"error: {error}", file=sys.stderr)
        return 3


def _run(args: argparse.Namespace) -> int:
    if args.command == "author":
        for name in plans.names():
            plans.save(plans.author(name), SCRIPTS / f"{name}.toml")
        return 0
    scripts = _scripts(args)
    if args.command == "legible":
        there = [script for script in scripts if (args.out / f"{script.name}.mp4").exists()]
        if not there:
            raise InputError(f"There is no clip of the group {args.group} in {args.out}: render it first, with `all --group {args.group}`.")
        for script in there:
            print(legible.write(script, args.out), flush=True)
        return 0
    args.out.mkdir(parents=True, exist_ok=True)
    for script in scripts:
        if args.command == "truth":
            write_truth(truth_of(script), args.out, script)
            continue
        if args.command == "all" and not args.again and (args.out / f"{script.name}.truth.json").exists():
            print(f"{script.name}: there already")
            continue
        began = time.monotonic()
        truth = produce(script, args.out, stage_name=args.stage, samples=args.samples)
        size = (args.out / f"{script.name}.mp4").stat().st_size / 1e6
        print(f"{script.name}: {truth['duration']:.0f} s of video, {size:.1f} MB, rendered in {time.monotonic() - began:.0f} s", flush=True)
    return 0


def _scripts(args: argparse.Namespace) -> list[Script]:
    if args.command in ("all", "legible"):
        found = [load(path) for path in sorted(SCRIPTS.glob("*.toml"))]
        return [script for script in found if script.group == args.group]
    if args.command == "match":
        like = args.like if args.like.exists() else SCRIPTS / f"{args.like.name}.toml"
        base = tomllib.loads(like.read_text(encoding="utf-8"))
        base.pop("turn", None)
        base.pop("setup", None)
        text = args.record.read_text(encoding="utf-8-sig", errors="replace")
        script = parse(
            match_record.to_script(text, args.game, turns=args.turns, base={**base, "name": f"{args.record.stem}_game{args.game}", "group": "match"})
        )
        return [dataclasses.replace(script, late_setup=False, allow_left="")]
    return [load(path) for path in args.scripts]


if __name__ == "__main__":
    sys.exit(main())
