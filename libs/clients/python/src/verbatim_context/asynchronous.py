"""The asynchronous client. `synchronous.py` is made from this file by `make_synchronous.py`."""

from __future__ import annotations

import builtins
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

from . import requests
from .api import (
    AppendAnswer,
    AssignPolicyAnswer,
    CallPageItem,
    ConversationPageItem,
    ConversationState,
    DefaultPolicyAnswer,
    Policy,
    PolicyPageItem,
    PutPolicyAnswer,
    RecallAnswer,
    Receipt,
    SentAnswer,
    Verification,
)
from .context import Context, context_of
from .json_text import Message
from .requests import Document, Request, call_path, conversation_path, policy_path
from .transport import DEFAULT_URL, AsyncTransport, credentials


class AsyncVerbatim:
    """The service's HTTP API as an agent runtime needs it.

    `url` and `api_key` are those of VERBATIM_URL and VERBATIM_API_KEY where they are left out. `timeout` is in seconds,
    for one attempt. Every method raises VerbatimApiError or VerbatimConnectionError.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        tenant: str | None = None,
        retries: int = 4,
        timeout: float = 30.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        client = http or httpx.AsyncClient(timeout=timeout)
        client.base_url = httpx.URL(url or os.environ.get("VERBATIM_URL") or DEFAULT_URL)
        asks = credentials(api_key or os.environ.get("VERBATIM_API_KEY"), tenant)
        self._transport = AsyncTransport(client, asks, retries)
        self.calls = AsyncCalls(self._transport)
        """What each call of a model saw, and the proof of it."""
        self.policies = AsyncPolicies(self._transport)
        """When and how conversations are reduced (scope `admin`)."""

    def conversation(self, id: str) -> AsyncConversation:
        """Asks nothing yet. Keep the object: it knows what it appended."""
        return AsyncConversation(self._transport, id)

    def conversations(
        self, *, user: str | None = None, title: str | None = None, order: str | None = None
    ) -> AsyncIterator[ConversationPageItem]:
        """The conversations of the tenant, all or those of a user or with a title; pages are fetched as they are consumed."""
        return _pages(self._transport, requests.conversations_path(user, title, order))

    async def recall_tool(self, target: str) -> dict[str, Any]:
        """The definition of the tool `recall` as the target takes it among its tools."""
        path = f"/v1/tools/recall?target={quote(target, safe='')}"
        tool: dict[str, Any] = await self._transport.json(Request("GET", path))
        return tool

    async def close(self) -> None:
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncConversation:
    """One conversation. It remembers where its own last append landed: its contexts hold what it appended."""

    def __init__(self, transport: AsyncTransport, id: str) -> None:
        self._transport = transport
        self._path = conversation_path(id)
        self._cursor: str | None = None
        self.id = id

    async def append(
        self,
        messages: Sequence[Message],
        *,
        format: str | None = None,
        ids: Sequence[str] | None = None,
        system: Any = None,
        runs: Sequence[Document] | None = None,
        idempotency_key: str | None = None,
    ) -> AppendAnswer:
        """Wait for each append before the next one: messages are kept in the order in which they arrive."""
        request = requests.append(
            self.id, messages, format=format, ids=ids, system=system, runs=runs, idempotency_key=idempotency_key
        )
        answer: AppendAnswer = await self._transport.json(request)
        self._cursor = answer["cursor"]
        return answer

    async def context(
        self,
        model: str,
        *,
        target: str | None = None,
        budget: Document | None = None,
        tools: Sequence[Document] | None = None,
        pending: Sequence[tuple[str, Message]] | None = None,
        format: str | None = None,
        open_calls: str | None = None,
        after: str | None = None,
        call_id: str | None = None,
        at: int | str | None = None,
    ) -> Context:
        """The context of the next call. `after` is the last append of this object where it is left out."""
        request = requests.context(
            self.id,
            pending,
            model=model,
            target=target,
            budget=budget,
            tools=tools,
            format=format,
            openCalls=open_calls,
            after=after or (self._cursor if at is None else None),
            callId=call_id,
            at=at,
        )
        return context_of((await self._transport.content(request)).decode())

    def history(self, start: int = 1) -> AsyncIterator[dict[str, Any]]:
        """What was said from this position on, oldest first; pages are fetched as they are consumed."""
        return _pages(self._transport, f"{self._path}/history", parameter="from", cursor=str(start))

    async def recall(self, ref: str, *, offset: int | None = None, limit: int | None = None) -> RecallAnswer:
        """Executes the tool `recall`: the text that a reference in a context stands for."""
        answer: RecallAnswer = await self._transport.json(requests.recall(self.id, ref, offset, limit))
        return answer

    async def state(self) -> ConversationState:
        """Counts, tokens, the policy, open calls, due work."""
        state: ConversationState = await self._transport.json(Request("GET", self._path))
        return state

    def calls(self) -> AsyncIterator[CallPageItem]:
        """The contexts served of this conversation, oldest first."""
        return _pages(self._transport, f"{self._path}/calls")

    async def describe(
        self,
        *,
        title: str | None = None,
        user: str | None = None,
        metadata: Mapping[str, str | int | float | bool | None] | None = None,
    ) -> AppendAnswer:
        """Says what the conversation is about and whose it is; what is left out stays, an empty text clears."""
        answer: AppendAnswer = await self._transport.json(requests.describe(self.id, title, user, metadata))
        return answer

    async def set_policy(self, policy: str | Document) -> AssignPolicyAnswer:
        """Puts the conversation under a policy from now on: one by its name, or a document of its own."""
        answer: AssignPolicyAnswer = await self._transport.json(requests.assign_policy(self.id, policy))
        return answer


class AsyncCalls:
    """The contexts that were served. A call is named by its id, or by an unambiguous beginning of it."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self) -> AsyncIterator[CallPageItem]:
        """All calls of the tenant, oldest first; pages are fetched as they are consumed."""
        return _pages(self._transport, "/v1/calls")

    async def receipt(self, call_id: str) -> Receipt:
        """Everything that decided the bytes of this call."""
        receipt: Receipt = await self._transport.json(Request("GET", call_path(call_id)))
        return receipt

    async def bytes(self, call_id: str, *, by: str = "segments") -> builtins.bytes:
        """The exact bytes that were served; `by="fold"` makes them again from the raw events."""
        return await self._transport.content(requests.call_bytes(call_id, by))

    async def verify(self, call_id: str) -> Verification:
        """Whether the bytes can still be made, from what was stored and from the raw events."""
        verification: Verification = await self._transport.json(Request("GET", f"{call_path(call_id)}/verify"))
        return verification

    async def sent(self, call_id: str, sha256: str) -> SentAnswer:
        """Says what was really sent: the SHA-256 of the body's bytes, or of their RFC 8785 form, in hex."""
        answer: SentAnswer = await self._transport.json(requests.sent(call_id, sha256))
        return answer


class AsyncPolicies:
    """When and how conversations are reduced."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self) -> AsyncIterator[PolicyPageItem]:
        """All policies by name, presets included."""
        return _pages(self._transport, "/v1/policies")

    async def get(self, name: str) -> Policy:
        """A policy as it was resolved; `default` is the one that is the default."""
        policy: Policy = await self._transport.json(Request("GET", policy_path(name)))
        return policy

    async def set(self, name: str, document: Document) -> PutPolicyAnswer:
        """Keeps a document under a name; one that contradicts itself is refused (`policy-invalid`)."""
        answer: PutPolicyAnswer = await self._transport.json(requests.put(policy_path(name), document))
        return answer

    async def set_default(self, name: str) -> DefaultPolicyAnswer:
        """Makes a policy the default, also of conversations in use that follow it."""
        request = requests.put(policy_path("default"), {"name": name})
        answer: DefaultPolicyAnswer = await self._transport.json(request)
        return answer


async def _pages(
    transport: AsyncTransport, path: str, *, parameter: str = "after", cursor: str | None = None
) -> AsyncIterator[Any]:
    while True:
        page = await transport.json(requests.page(path, cursor, parameter))
        for item in page["items"]:
            yield item
        cursor = page["next"]
        if cursor is None:
            return
