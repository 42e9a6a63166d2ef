"""When a request is sent again, and after which pause."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

RETRIED_STATUSES = frozenset({429, 502, 503})
LONGEST_PAUSE = 60.0
FIRST_PAUSE = 0.1


def backoff(attempt: int) -> float:
    """Seconds before the attempt after this one (from 1): doubled each time, with jitter, ten seconds at most."""
    return min(10.0, FIRST_PAUSE * 2.0 ** (attempt - 1)) * (0.5 + random.random() / 2)


def pause_after(status: int, retry_after: str | None, attempt: int) -> float | None:
    """Seconds to wait before the request is sent again; None where that would not help."""
    if status not in RETRIED_STATUSES:
        return None
    asked = _seconds(retry_after)
    return backoff(attempt) if asked is None else min(asked, LONGEST_PAUSE)


def _seconds(retry_after: str | None) -> float | None:
    """The header `Retry-After`, which is a number of seconds or a date."""
    if retry_after is None:
        return None
    if retry_after.strip().isdigit():
        return float(retry_after)
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
