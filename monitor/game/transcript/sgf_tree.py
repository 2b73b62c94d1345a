"""The tree that an SGF file (FF[4]) is written as: nodes of properties, each with a list of values. Knows nothing of any game.

Only the main line of a tree is kept, that is the first child everywhere; nodes of variations are counted. What cannot be read
is skipped and said. Never recursive: a file may nest as deep as it likes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from monitor.errors import InputError
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.reading import Findings

_TOKEN = re.compile(r"\s+|[();]|(?P<name>[A-Za-z]{1,40})(?=\s{0,40}\[)|(?P<value>\[(?:[^\]\\]|\\.)*\])", re.DOTALL)
_RESUME = re.compile(r"[();]|[A-Z]{1,2}\[")
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass(slots=True)
class Node:
    """A node: its properties in order, and its line in the file, from 1."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def value(self, name: str) -> str | None:
        """The first value of a property, None when it is not there."""
        return next(iter(self.properties.get(name, ())), None)


@dataclass(slots=True)
class Tree:
    """One game tree: the nodes of its main line, and how many nodes of variations were left out."""

    nodes: list[Node] = field(default_factory=list)
    left_out: int = 0


def parse_trees(text: str, findings: Findings) -> list[Tree]:
    """The game trees of a file. Raises InputError when there is none."""
    start = re.search(r"\(\s*;", text)
    if start is None:
        raise InputError('there is no SGF game tree in it: no "(;"')
    if text[: start.start()].strip():
        findings.add(Odd.LINE_UNREAD, "there is text before the first game tree, which was left out", 1)
    reader = _TreeReader(text, findings, position=start.start(), line=text.count("\n", 0, start.start()) + 1)
    return reader.read()


@dataclass(slots=True)
class _TreeReader:
    text: str
    findings: Findings
    position: int
    line: int
    trees: list[Tree] = field(default_factory=list)
    open_trees: list[bool] = field(default_factory=list)
    """One entry for each open bracket: is the branch inside it the main line?"""
    had_child: list[bool] = field(default_factory=list)
    node: Node | None = None
    name: str | None = None

    def read(self) -> list[Tree]:
        while self.position < len(self.text):
            found = _TOKEN.match(self.text, self.position)
            if found is None:
                self._skip()
                continue
            token = found[0]
            if found["name"]:
                # small letters of a property's name are decoration of older versions of the format
                self.name = "".join(letter for letter in token if letter.isupper()) or token.upper()
            elif found["value"]:
                self._value(_ESCAPE.sub(_escaped, token[1:-1]))
            elif not token.isspace():
                self._structure(token)
            self.line += token.count("\n")
            self.position = found.end()
        if self.open_trees:
            self.findings.add(Odd.UNCLOSED, f"the file ends inside {len(self.open_trees)} open bracket(s); it may be cut", self.line)
        return [tree for tree in self.trees if tree.nodes]

    def _skip(self) -> None:
        """Skips what is no SGF up to the next node or property, and says so once; behind a value that is not closed nothing can be told."""
        if self.text[self.position] == "[":
            self.findings.add(Odd.UNCLOSED, "a value is not closed; what follows it was left out", self.line)
            self.position = len(self.text)
            return
        found = _RESUME.search(self.text, self.position + 1)
        end = found.start() if found else len(self.text)
        skipped = self.text[self.position : end]
        self.findings.add(Odd.LINE_UNREAD, f'"{" ".join(skipped.split())[:60]}" is not SGF and was skipped', self.line)
        self.line += skipped.count("\n")
        self.position = end
        self.name = None

    def _structure(self, token: str) -> None:
        self.name = None
        if token == "(":
            is_main = not self.open_trees or (self.open_trees[-1] and not self.had_child[-1])
            if not self.open_trees:
                self.trees.append(Tree())
            else:
                self.had_child[-1] = True
            self.open_trees.append(is_main)
            self.had_child.append(False)
            self.node = None
        elif token == ")":
            if self.open_trees:
                self.open_trees.pop()
                self.had_child.pop()
            else:
                self.findings.add(Odd.UNCLOSED, "there is a closing bracket without an opening one", self.line)
            self.node = None
        elif not self.open_trees:
            self.findings.add(Odd.LINE_UNREAD, "there is a node outside of any game tree, which was left out", self.line)
            self.node = None
        elif self.open_trees[-1]:
            self.node = Node(self.line)
            self.trees[-1].nodes.append(self.node)
        else:
            self.trees[-1].left_out += 1
            self.node = None

    def _value(self, value: str) -> None:
        if self.name is None:
            self.findings.add(Odd.LINE_UNREAD, f'the value "{value[:40]}" has no property name', self.line)
        elif self.node is not None:
            self.node.properties.setdefault(self.name, []).append(value)


def _escaped(found: re.Match[str]) -> str:
    """A line break behind a backslash joins the lines; any other character stands for itself."""
    return "" if found[1][0] in "\r\n" else found[1]


def escape(text: str) -> str:
    """Text as an SGF value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
