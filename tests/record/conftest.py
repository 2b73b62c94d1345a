"""Where a test's log is."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.sqlite"
