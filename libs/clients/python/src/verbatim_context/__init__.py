"""Client of Verbatim, an event-sourced context service for LLM applications."""

from .asynchronous import AsyncCalls, AsyncConversation, AsyncPolicies, AsyncVerbatim
from .context import Context
from .errors import VerbatimApiError, VerbatimConnectionError, VerbatimError
from .synchronous import Calls, Conversation, Policies, Verbatim

__all__ = [
    "AsyncCalls",
    "AsyncConversation",
    "AsyncPolicies",
    "AsyncVerbatim",
    "Calls",
    "Context",
    "Conversation",
    "Policies",
    "Verbatim",
    "VerbatimApiError",
    "VerbatimConnectionError",
    "VerbatimError",
]
