"""Dependencies point one way (design.md): parses every import of the product and fails on an upward arrow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("monitor", "calibration", "models", "web")

ALLOWED: dict[str, frozenset[str]] = {
    "monitor": frozenset(),
    "monitor.errors": frozenset(),
    "monitor.game": frozenset(),
    "monitor.officiating": frozenset({"monitor.game"}),
    "monitor.tracking": frozenset({"monitor.game"}),
    "models": frozenset(),
    "calibration": frozenset({"models"}),
    "monitor.vision": frozenset({"monitor.game", "monitor.tracking", "calibration", "models"}),
    "monitor.record": frozenset(),
    "web": frozenset({"monitor.game", "monitor.officiating", "monitor.record"}),
    "monitor.station": frozenset(
        {"monitor.game", "monitor.officiating", "monitor.tracking", "monitor.vision", "monitor.record", "calibration", "models", "web"}
    ),
}
"""What each layer may import, besides itself, `monitor` (the version) and `monitor.errors`. Layers not named here may import all of these."""
TOP = ("monitor.commands", "monitor.cli", "monitor.__main__", "models.training")
NO_STATE = ("monitor.tracking.observation", "monitor.tracking.sums")
"""All that vision may know of tracking: what passes between the two, and arithmetic; nothing that follows a game."""
PURE = ("monitor.game", "monitor.officiating", "monitor.tracking")
IMPURE_MODULES = frozenset({"time", "threading", "socket", "subprocess", "sqlite3", "asyncio", "random", "cv2", "av", "onnxruntime", "multiprocessing"})
MODELS_OF_TRAINING = frozenset({"torch", "torchvision", "ultralytics", "bpy"})


def modules() -> list[Path]:
    return sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """The layer a module of this product belongs to, None for others' modules. The longest name that fits."""
    candidates = [layer for layer in (*ALLOWED, *TOP) if module == layer or module.startswith(f"{layer}.")]
    return max(candidates, key=len, default=None)


def imports_of(source: str, module: str, is_package: bool) -> Iterator[str]:
    """Full names of all modules imported anywhere in a source, also inside functions and for type checks."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [] if not node.level else package[: len(package) - node.level + 1]
            prefix = ".".join([*base, *([node.module] if node.module else [])])
            yield prefix
            yield from (f"{prefix}.{alias.name}" for alias in node.names)


def faults(source: str, module: str, is_package: bool = False) -> list[str]:
    layer = layer_of(module)
    found = []
    for name in imports_of(source, module, is_package):
        target = layer_of(name)
        if layer is None or layer in TOP or target is None or target == layer or target in ("monitor", "monitor.errors"):
            continue
        if target not in ALLOWED[layer]:
            found.append(f"{module} imports {name}: {layer} may not know {target}")
        elif layer == "monitor.vision" and target == "monitor.tracking" and not name.startswith(NO_STATE) and name != "monitor.tracking":
            found.append(f"{module} imports {name}: of tracking, vision may know only the observation and sums")
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: name_of(p))
def test_no_arrow_points_upward(path: Path) -> None:
    source = path.read_text("utf-8")
    assert faults(source, name_of(path), path.name == "__init__.py") == []


@pytest.mark.parametrize("path", [p for p in modules() if name_of(p).startswith(PURE)], ids=lambda p: name_of(p))
def test_the_core_reads_no_clock_and_starts_nothing(path: Path) -> None:
    used = {name.split(".")[0] for name in imports_of(path.read_text("utf-8"), name_of(path), path.name == "__init__.py")}
    assert not used & IMPURE_MODULES


@pytest.mark.parametrize("path", [p for p in modules() if not name_of(p).startswith("models.training")], ids=lambda p: name_of(p))
def test_the_table_needs_no_training_library(path: Path) -> None:
    """Imports at the top of a module; a choice made at run time (`--backend ultralytics`) may import inside a function."""
    tree = ast.parse(path.read_text("utf-8"))
    top = ast.Module([n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)], [])
    used = {name.split(".")[0] for name in imports_of(ast.unparse(top), name_of(path), path.name == "__init__.py")}
    assert not used & MODELS_OF_TRAINING


@pytest.mark.parametrize(
    ("module", "source", "is_fault"),
    [
        ("monitor.game.plays", "from monitor.tracking import Tracker", True),
        ("monitor.game.plays", "def f():\n    import monitor.record.log", True),
        ("monitor.tracking.tracker", "from ..officiating import referee", True),
        ("monitor.vision.reader", "from monitor.tracking.tracker import Tracker", True),
        ("monitor.record.log", "import monitor.game", True),
        ("web.pages", "from monitor.vision.frame import Frame", True),
        ("monitor.station.live", "from monitor.cli import main", True),
        ("monitor.vision.reader", "from monitor.tracking.observation import Observation", False),
        ("monitor.tracking.tracker", "from .observation import Observation", False),
        ("web.pages", "from monitor.record import LogReader", False),
        ("monitor.commands.demo", "from models.training.evaluate import commands", False),
    ],
)
def test_the_check_itself_sees_faults(module: str, source: str, is_fault: bool) -> None:
    assert bool(faults(source, module)) is is_fault


def test_nothing_is_called_utils() -> None:
    assert not [p for p in modules() if p.stem in ("utils", "helpers", "common", "util", "misc")]
