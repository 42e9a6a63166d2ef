"""Sends requests that may be sent twice, and repeats them where that may help."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import httpx

from .errors import VerbatimConnectionError, api_error
from .requests import Request
from .retry import backoff, pause_after

DEFAULT_URL = "http://127.0.0.1:8080"


def credentials(api_key: str | None, tenant: str | None) -> dict[str, bytes]:
    """The headers that say who asks. They are bytes, since a tenant's name may have any characters."""
    if api_key is not None and not all("!" <= character <= "~" for character in api_key):
        raise ValueError("the API key has characters that no key has")
    headers: dict[str, bytes] = {}
    if api_key is not None:
        headers["authorization"] = f"Bearer {api_key}".encode()
    if tenant is not None:
        headers["x-tenant-id"] = tenant.encode()
    return headers


class _Attempts:
    """Decides after each attempt: the answer, another attempt after a pause, or the error."""

    def __init__(self, retries: int) -> None:
        self._left = retries
        self._attempt = 0

    def pause(self, outcome: httpx.Response | httpx.TransportError) -> float | None:
        """Seconds before the next attempt; None where this outcome stands."""
        self._attempt += 1
        if isinstance(outcome, httpx.Response):
            retry_after = outcome.headers.get("retry-after")
            wait = None if outcome.is_success else pause_after(outcome.status_code, retry_after, self._attempt)
        else:
            wait = backoff(self._attempt)
        if wait is None or self._left == 0:
            return None
        self._left -= 1
        return wait


def _settled(outcome: httpx.Response | httpx.TransportError, base: str) -> bytes:
    if isinstance(outcome, httpx.TransportError):
        raise VerbatimConnectionError(f"no answer from {base}: {outcome!r}") from outcome
    if not outcome.is_success:
        raise api_error(outcome.status_code, outcome.text)
    return outcome.content


def parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise VerbatimConnectionError("the answer is not JSON: is this Verbatim?") from error


def _sent(request: Request, credentials: dict[str, bytes]) -> dict[str, Any]:
    headers = {"accept": request.accept, **request.headers}
    if request.content is not None:
        headers["content-type"] = "application/json"
    encoded = {name: value.encode() for name, value in headers.items()}
    content = None if request.content is None else request.content.encode()
    return {
        "method": request.method,
        "url": request.path,
        "headers": {**credentials, **encoded},
        "content": content,
    }


class SyncTransport:
    def __init__(self, http: httpx.Client, credentials: dict[str, bytes], retries: int) -> None:
        self._http = http
        self._credentials = credentials
        self._retries = retries

    def content(self, request: Request) -> bytes:
        attempts = _Attempts(self._retries)
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._http.request(**_sent(request, self._credentials))
            except httpx.TransportError as error:
                outcome = error
            pause = attempts.pause(outcome)
            if pause is None:
                return _settled(outcome, str(self._http.base_url))
            time.sleep(pause)

    def json(self, request: Request) -> Any:
        return parsed(self.content(request))

    def close(self) -> None:
        self._http.close()


class AsyncTransport:
    def __init__(self, http: httpx.AsyncClient, credentials: dict[str, bytes], retries: int) -> None:
        self._http = http
        self._credentials = credentials
        self._retries = retries

    async def content(self, request: Request) -> bytes:
        attempts = _Attempts(self._retries)
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = await self._http.request(**_sent(request, self._credentials))
            except httpx.TransportError as error:
                outcome = error
            pause = attempts.pause(outcome)
            if pause is None:
                return _settled(outcome, str(self._http.base_url))
            await asyncio.sleep(pause)

    async def json(self, request: Request) -> Any:
        return parsed(await self.content(request))

    async def close(self) -> None:
        await self._http.aclose()
