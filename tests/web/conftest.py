"""A dashboard over a drawn session, and clients that ask as a browser would."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import TestResponse

from tests.web.fake_session import FakeSession, played
from web.app import create_app
from web.auth import Role

TEMPLATES = FileSystemBytecodeCache(tempfile.mkdtemp())
CODE = "FIRST-CODE2"
COOKIE = "monitor-80"
"""Of the port that a test client asks."""
SAME = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[FakeSession]:
    made = played().copy_to(tmp_path / "table-1")
    yield made
    made.close()


def make_app(session: FakeSession, **options: Any) -> Flask:
    app = create_app(session.directory, login_code=CODE, **options)
    app.jinja_env.bytecode_cache = TEMPLATES  # compiled once for all the apps of a run
    return app


@pytest.fixture
def app(session: FakeSession) -> Flask:
    return make_app(session)


def signed_in(app: Flask, role: Role = Role.OBSERVER, name: str = "Olga") -> FlaskClient:
    """A client with a sign-in of that role."""
    client = app.test_client()
    board = app.extensions["monitor"]
    client.set_cookie(COOKIE, board.sign_ins.create(name, role))
    return client


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return signed_in(app)


def post(client: FlaskClient, path: str, **form: str) -> TestResponse:
    """A form sent by a script of our own page."""
    return client.post(path, data=form, headers={**SAME, "Accept": "application/json"})
