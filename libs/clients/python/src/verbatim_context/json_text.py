"""JSON as text, so that numbers and spellings stay as they were written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from json.decoder import JSONDecoder
from typing import Any

Message = dict[str, Any] | str
"""A message, or its JSON text, which is sent as it is."""

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = JSONDecoder()


def raw_member(text: str, name: str) -> str | None:
    """The text of a member of the object that `text` is; None where it has none."""
    at = _skip(text, 0) + 1
    while text[_skip(text, at)] != "}":
        key, at = _DECODER.raw_decode(text, _skip(text, at))
        start = _skip(text, _skip(text, at) + 1)
        _, at = _DECODER.raw_decode(text, start)
        if key == name:
            return text[start:at]
        at = _skip(text, at)
        if text[at] == ",":
            at += 1
    return None


def with_member(members: dict[str, Any], name: str, value_text: str) -> str:
    """The text of an object with one more member, given as text. Members that are None are left out."""
    present = {key: value for key, value in members.items() if value is not None}
    head = json.dumps(present, ensure_ascii=False)[:-1]
    return f"{head}{', ' if present else ''}{json.dumps(name)}: {value_text}}}"


def list_text(messages: Sequence[Message]) -> str:
    return f"[{', '.join(message_text(message) for message in messages)}]"


def message_text(message: Message) -> str:
    return message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()
