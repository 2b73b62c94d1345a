"""Where a value of a profile comes from: an article of the rulebook, a core rule, a decision where the rulebook is silent, or a named source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Citation = Annotated[str, StringConstraints(pattern=r"^([0-9]+(\.[0-9]+)*[a-z]?|C[0-9]+|G[0-9]+|@[a-z0-9-]+|silent|unknown)$")]
"""An article ("4.1.4.1"), a core rule ("C17") or gap decision ("G13") of `rules.md`, a source of the profile ("@notice-2014"),
"silent" (the rulebook says nothing) or "unknown" (its text is not known here)."""


class Source(BaseModel):
    """A source outside the rulebooks. certainty: high = its text was read, medium = second hand or an excerpt, low = only known to exist."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Text
    certainty: Literal["high", "medium", "low"]


def cited(citations: Iterable[str], cite: str, sources: Mapping[str, Source]) -> str:
    """The citations as shown to officials: "CNB 4.2.3.1, 4.2.3.2"; what is no article follows in words.

    cite: what stands before an article's number ("CNB ", "DBgF §").
    """
    given = tuple(dict.fromkeys(citations))
    articles = [c for c in given if c[0].isdigit()]
    parts = [cite + ", ".join(articles)] if articles else []
    for citation in given:
        if citation.startswith("@"):
            source = sources[citation[1:]]
            parts.append(f"{source.text} (certainty {source.certainty})")
        elif citation.startswith("C"):
            parts.append(f"general rules of play ({citation})")
        elif citation.startswith("G"):
            parts.append(f"left open by the rulebook ({citation})")
        elif citation == "silent":
            parts.append(f"{cite.rstrip(' §')} is silent")
        elif citation == "unknown":
            parts.append("not known here")
    return "; ".join(parts)
