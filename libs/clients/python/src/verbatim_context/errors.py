"""What can go wrong, as exceptions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class VerbatimError(Exception):
    """Whatever this client raises."""


class VerbatimConnectionError(VerbatimError):
    """No answer came, or none in JSON."""


class VerbatimApiError(VerbatimError):
    """An error answer: `code` is stable, `detail` is a sentence, `problem` the whole problem document (RFC 9457)."""

    def __init__(self, status: int, code: str, detail: str, problem: Mapping[str, Any]) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.problem = problem


def api_error(status: int, text: str) -> VerbatimApiError:
    """Reads a problem document; an answer of something in between has the code `http-STATUS`."""
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        problem = {}
    code = problem.get("code")
    detail = problem.get("detail")
    return VerbatimApiError(
        status,
        code if isinstance(code, str) else f"http-{status}",
        detail if isinstance(detail, str) else text[:500],
        problem,
    )
