"""Requests of the HTTP API, made without sending them: both clients share them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from .json_text import Message, list_text, message_text, with_member

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    content: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    accept: str = "application/json"


def conversation_path(conversation: str) -> str:
    return f"/v1/conversations/{quote(conversation, safe='')}"


def conversations_path(user: str | None, title: str | None, order: str | None) -> str:
    wanted = {"user": user, "title": title, "order": order}
    query = urlencode({name: value for name, value in wanted.items() if value is not None})
    return f"/v1/conversations?{query}" if query else "/v1/conversations"


def call_path(call: str) -> str:
    return f"/v1/calls/{quote(call, safe='')}"


def policy_path(name: str) -> str:
    return f"/v1/policies/{quote(name, safe='')}"


def append(
    conversation: str,
    messages: Sequence[Message],
    *,
    format: str | None,
    ids: Sequence[str] | None,
    system: Any,
    runs: Sequence[Document] | None,
    idempotency_key: str | None,
) -> Request:
    members = {"format": format, "ids": ids, "system": system, "runs": runs}
    return Request(
        "POST",
        f"{conversation_path(conversation)}/messages",
        with_member(members, "messages", list_text(messages)),
        {"idempotency-key": idempotency_key or str(uuid.uuid4())},
    )


def context(conversation: str, pending: Sequence[tuple[str, Message]] | None, **members: Any) -> Request:
    members["callId"] = members.get("callId") or str(uuid.uuid4())
    pairs = [with_member({"id": id}, "message", message_text(message)) for id, message in pending or ()]
    present = {key: value for key, value in members.items() if value is not None}
    content = with_member(present, "pending", f"[{', '.join(pairs)}]") if pairs else json.dumps(present)
    return Request("POST", f"{conversation_path(conversation)}/context", content)


def recall(conversation: str, ref: str, offset: int | None, limit: int | None) -> Request:
    members = {"ref": ref, "offset": offset, "limit": limit}
    present = {key: value for key, value in members.items() if value is not None}
    return Request("POST", f"{conversation_path(conversation)}/recall", json.dumps(present))


def describe(conversation: str, title: str | None, user: str | None, metadata: Document | None) -> Request:
    named = {"title": title, "user": user}
    present: dict[str, Any] = {name: value or None for name, value in named.items() if value is not None}
    if metadata is not None:
        present["metadata"] = metadata
    return Request("PATCH", conversation_path(conversation), json.dumps(present))


def assign_policy(conversation: str, policy: str | Document) -> Request:
    document = {"name": policy} if isinstance(policy, str) else policy
    return Request("PUT", f"{conversation_path(conversation)}/policy", json.dumps(document))


def call_bytes(call: str, by: str) -> Request:
    return Request("GET", f"{call_path(call)}/context?by={by}", accept="application/octet-stream")


def sent(call: str, sha256: str) -> Request:
    return Request("POST", f"{call_path(call)}/sent", json.dumps({"sha256": sha256}))


def page(path: str, cursor: str | None, parameter: str = "after") -> Request:
    if cursor is None:
        return Request("GET", path)
    return Request("GET", f"{path}{'&' if '?' in path else '?'}{parameter}={quote(cursor, safe='')}")


def put(path: str, document: Document) -> Request:
    return Request("PUT", path, json.dumps(document))
