"""What an error page says, by the status of the answer: the web framework's own words are English only."""

from __future__ import annotations

from werkzeug.exceptions import HTTPException

from web.languages import N_
from web.saying import said

_WORDS: dict[int, tuple[str, str]] = {
    400: (N_("Not understood"), N_("This request cannot be understood. Go back to the dashboard and try again.")),
    401: (N_("Not signed in"), N_("Sign in first.")),
    403: (N_("Not allowed"), N_("Your sign-in does not include this. Ask the tournament director.")),
    404: (N_("Not found"), N_("There is nothing at this address. Check it, or go back to the dashboard.")),
    405: (N_("Not done that way"), N_("This address does not take such a request. Go back to the dashboard and use its buttons.")),
    413: (N_("Too long"), N_("That is more than this page takes. Shorten it and send it again.")),
    429: (N_("Too many attempts"), N_("Too many requests came from here. Wait a moment and try again.")),
    503: (N_("Not available just now"), N_("The dashboard cannot answer just now. Wait a moment and try again.")),
}
_OTHER = (N_("That did not work"), N_("This request could not be answered. Go back to the dashboard and try again."))


def error_words(error: HTTPException) -> tuple[str, str]:
    """(title, text) in the reader's language. A text that was given with the error stays: whoever gave it said what to do."""
    title, text = _WORDS.get(error.code or 500, _OTHER)
    own = error.description if error.description != type(error).description else None
    return said(title), own or said(text)
