"""The scenarios of the rules reference, section 5.2 to 5.6, one module a section. Each registers its stories in SCENARIOS when it is imported."""

from tests.officiating.scenarios import clocks, cubes, disputes, rolls, setups
from tests.officiating.scenarios.expect import SCENARIOS

__all__ = ["SCENARIOS", "clocks", "cubes", "disputes", "rolls", "setups"]
