"""A context that was served."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .api import ContextAnswer
from .json_text import raw_member


@dataclass(frozen=True)
class Context:
    """What the next call of a model gets. `answer` is the whole answer of the service."""

    answer: ContextAnswer
    body_text: str
    """The exact text that `sha256` is of."""

    @property
    def body(self) -> dict[str, Any]:
        """Ready to send: `client.chat.completions.create(model=…, **context.body)`."""
        return self.answer["body"]

    @property
    def call_id(self) -> str:
        return self.answer["callId"]

    @property
    def tokens(self) -> int:
        return self.answer["tokens"]

    @property
    def sha256(self) -> str:
        return self.answer["sha256"]

    @property
    def degraded(self) -> list[dict[str, Any]]:
        """What the service could not do as the policy says, and why."""
        return [dict(notice) for notice in self.answer["degraded"]]


def context_of(text: str) -> Context:
    answer: ContextAnswer = json.loads(text)
    return Context(answer, raw_member(text, "body") or "")
