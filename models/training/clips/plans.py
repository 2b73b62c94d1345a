"""The plans of the bundled clips: who sits where, what the table looks like, and what is staged (see `authoring`).

`python -m models.training.clips author` writes `scripts/*.toml` from them.
Every clip in the groups eval, left and midgame is on a held-out look; those of val (for tuning) and demo (looked at while tuning) are on
validation looks.
Groups: eval; left (a player may roll left: `analyze --allow-left`); midgame (starts in the middle of a game); demo; val.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.training.clips.authoring import write

_CAMERA: dict[str, Any] = {"width": 1280, "height": 720, "elevation_deg": 90.0, "azimuth_deg": 0.0, "roll_deg": 0.0, "fov_deg": 40.0, "fill": 0.94}

# name: (near, near_home, first, board, checkers, light, dice, tabletop, camera, plan, more)
_C, _M, _G, _S = "h_cream_red_ring", "h_maple_walnut", "h_grey_pearl_dome", "h_silver_plum"
_W, _I = "v_white_black_dish", "v_ivory_blue_grooves"
_PLANS: dict[str, tuple[str, str, str, str, str, str, tuple[str, str], str, dict[str, Any], str, dict[str, Any]]] = {
    "eval_01": ("A", "right", "A", "h_cork_stripe", _M, "h_sunset_pair", ("h_bone_black", "h_smoke"),
                "h_linen", {},
                "open, play touch, play near-bar, throw cocked, play, wrong-distance, odd-order, removed, take-back", {}),
    "eval_02": ("B", "right", "A", "h_marble_club", _C, "h_sunset_lamp", ("h_teal_clear", "h_bone_black"),
                "h_teak", {"elevation_deg": 66.0, "azimuth_deg": 8.0},
                "open, hit beside-stack, bar-priority, play, throw left, play, play near-bar, swapped, odd-order", {}),
    "eval_03": ("A", "left", "B", "h_fold_acacia", _S, "h_sunset_lamp", ("h_black_gold", "h_black_gold"),
                "h_burgundy_cloth", {"roll_deg": 180.0, "elevation_deg": 80.0},
                "open, play+visits, throw on-checker, play, play beside-stack, must-use-both, hit-and-run, play", {"setup": {"A": {"8": 1, "6": -1}}}),
    "eval_04": ("B", "left", "A", "h_blue_leather", _C, "h_sunset_pair", ("h_smoke", "h_bone_black"),
                "h_teak", {"elevation_deg": 62.0, "azimuth_deg": -10.0},
                "open, play, three-dice, play touch, on cocked, throw on-checker, play, blocked-landing", {}),
    "eval_05": ("A", "right", "B", "h_marble_club", _M, "h_sunset_dim", ("h_bone_black", "h_black_gold"),
                "h_burgundy_cloth", {"elevation_deg": 86.0, "azimuth_deg": 7.0},
                "open, hit, dance, play near-rim, throw left, play, backwards, take-back", {"setup": {"B": {"13": -1, "8": 1}}}),
    "eval_06": ("B", "right", "B", "h_cork_stripe", _G, "h_sunset_pair", ("h_black_gold", "h_teal_clear"),
                "h_teak", {"elevation_deg": 64.0},
                "open, hit, bar-priority, play+hover touch, throw cocked-rim, play, play, opponent-moved, odd-order", {}),
    "eval_07": ("A", "left", "A", "h_fold_acacia", _C, "h_sunset_lamp", ("h_bone_black", "h_teal_clear"),
                "h_linen", {"elevation_deg": 68.0, "azimuth_deg": -6.0},
                "tie, open, hit, play+hover, throw on-checker, play, bearoff-not-home, play beside-stack, swapped", {"late_setup": True}),
    "eval_08": ("B", "left", "A", "h_blue_leather", _M, "h_sunset_pair", ("h_teal_clear", "h_bone_black"),
                "h_burgundy_cloth", {},
                "open, hit, bar-priority, throw left-near-bar, play, play+hover near-bar, removed-opponent, play", {"setup": {"A": {"24": -1, "23": 1}}}),
    "eval_09": ("A", "right", "B", "h_marble_club", _S, "h_sunset_lamp", ("h_smoke", "h_bone_black"),
                "h_linen", {"elevation_deg": 74.0, "azimuth_deg": 5.0},
                "open, play+visits, throw cocked-bar, play, throw on-checker, play touch, three-dice, wrong-distance, hit-and-run", {}),
    "left_01": ("A", "right", "A", "h_cork_stripe", _C, "h_sunset_lamp", ("h_bone_black", "h_smoke"),
                "h_burgundy_cloth", {"elevation_deg": 82.0},
                "open, play, play left left, play, throw left, play left left, play touch, throw left-near-bar, play left left", {"allow_left": "A"}),
    "left_02": ("A", "left", "A", "h_blue_leather", _G, "h_sunset_pair", ("h_black_gold", "h_bone_black"),
                "h_linen", {"elevation_deg": 70.0},
                "open, play left left, play, throw left, play left left, throw left, play, throw left, play", {"allow_left": "B"}),
    "midgame_01": ("A", "right", "A", "h_fold_acacia", _M, "h_sunset_dim", ("h_teal_clear", "h_bone_black"),
                "h_teak", {},
                   "one-checker-off, play, one-checker-off, play, play, play", {"position": {
                       "A": [4, 1, 0, 1, 2, 3, 4] + [0] * 19, "B": [3, 2, 3, 3, 1, 2, 1] + [0] * 19}}),
    "demo_violations": ("A", "right", "A", "v_tour_charcoal", _I, "v_sunrise", ("v_white_blue", "v_amber"),
                "v_pine_table", {"elevation_deg": 84.0},
                        "open, play touch, throw cocked, play, throw left, play, wrong-distance, play, play", {"setup": {"B": {"6": -1, "5": 1}}, "fps": 15}),
    "demo_clean": ("B", "left", "B", "v_green_felt", _W, "v_sunrise", ("v_white_blue", "v_amber"),
                "v_stone", {"elevation_deg": 82.0},
                   "open, play, hit, play near-bar, play touch, take-back, play, play", {"fps": 15}),
    "val_01": ("A", "right", "B", "v_navy_tour", "v_ivory_green", "v_night", ("v_white_sharp", "v_brown"),
                "v_slate", {"elevation_deg": 78.0},
               "open, hit, bar-priority, play touch, throw cocked, play, throw left, play, throw on-checker, play, three-dice, take-back", {}),
    "val_02": ("A", "right", "A", "v_cork_round", _W, "v_sunrise_hall", ("v_white_blue", "v_amber"),
                "v_charcoal", {},
               "open, play touch, play near-bar, throw cocked, play, wrong-distance, odd-order, removed, take-back", {}),
    "val_03": ("B", "right", "A", "v_marble_hall", _I, "v_sunrise", ("v_amber", "v_white_blue"),
                "v_pine_table", {"elevation_deg": 66.0, "azimuth_deg": 8.0},
               "open, hit beside-stack, bar-priority, play, throw left, play, play near-bar, swapped, odd-order", {}),
    "val_04": ("A", "right", "B", "v_marble_hall", "v_wood_pair", "v_night_cold", ("v_white_sharp", "v_brown"),
                "v_charcoal", {"elevation_deg": 86.0, "azimuth_deg": 7.0},
               "open, hit, dance, play touch, throw on-checker, play near-rim, throw cocked, play touch, backwards, take-back",
               {"setup": {"B": {"13": -1, "8": 1}}}),
    "val_05": ("B", "left", "A", "v_tour_charcoal", "v_ivory_green", "v_sunrise", ("v_brown", "v_amber"),
                "v_cherry", {"elevation_deg": 62.0, "azimuth_deg": -10.0},
               "open, play, three-dice, play touch, throw on-checker, play, throw cocked-rim, play, blocked-landing", {}),
    "val_06": ("B", "right", "B", "v_cork_round", "v_wood_pair", "v_night", ("v_white_sharp", "v_amber"),
                "v_slate", {"elevation_deg": 64.0},
               "open, hit, bar-priority, play+hover touch, throw on-checker, play, play touch, opponent-moved, odd-order", {}),
    "val_07": ("A", "left", "A", "v_beech_fold", _I, "v_sunrise_hall", ("v_brown", "v_white_blue"),
                "v_stone", {"elevation_deg": 68.0, "azimuth_deg": -6.0},
               "tie, open, hit, play+hover, throw on-checker, play touch, bearoff-not-home, play beside-stack, swapped", {"late_setup": True}),
    "val_08": ("B", "left", "A", "v_green_felt", "v_ivory_green", "v_night_cold", ("v_amber", "v_white_sharp"),
                "v_pine_table", {},
               "open, hit, bar-priority, throw left-near-bar, play touch, play+hover near-bar, removed-opponent, play touch",
               {"setup": {"A": {"24": -1, "23": 1}}}),
}  # fmt: skip


def base(name: str) -> dict[str, Any]:
    """A clip's script without its turns."""
    near, home, first, look, checkers, light, dice, tabletop, camera, _, more = _PLANS[name]
    group = name.split("_")[0]
    cube = {"demo": "v_green_triplex", "val": "v_cream_italic"}.get(group, "h_navy_gold" if name[-1] in "02468" else "h_white_red")
    return {
        "name": name, "group": group, "near": near, "near_home": home, "first": first, "seed": sum(ord(c) for c in name) * 7 % 997,
        "look": look, "checkers": checkers, "light": light, "dice_design": list(dice), "tabletop": tabletop, "cube_design": cube,
        "camera": {**_CAMERA, **camera}, **more,
    }  # fmt: skip


def names() -> list[str]:
    return list(_PLANS)


def author(name: str) -> dict[str, Any]:
    """The script of a plan, as plain data."""
    return write([item.strip() for item in _PLANS[name][9].split(",")], base(name))


def save(script: dict[str, Any], path: Path) -> None:
    """Writes a script as TOML."""
    lines = [f"{key} = {_toml(value)}" for key, value in script.items() if not isinstance(value, dict) and key != "turn"]
    for key, value in script.items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]", *(f"{_toml_key(k)} = {_toml(v)}" for k, v in value.items())]
    for turn in script["turn"]:
        lines += ["", "[[turn]]", *(f"{k} = {_toml(v)}" for k, v in turn.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _toml_key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and not key[0].isdigit() else f'"{key}"'


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml_key(str(k))} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return json.dumps(value)
