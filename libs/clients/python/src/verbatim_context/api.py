"""Written from the service's OpenAPI document by `npm run documents`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AppendAnswerEvents(TypedDict):
    id: str


class AppendAnswer(TypedDict):
    events: list[AppendAnswerEvents]
    cursor: str


class AssignPolicyAnswerEvents(TypedDict):
    id: str


class AssignPolicyAnswerNotices(TypedDict):
    setting: str
    value: float | None
    inForce: float | None
    by: str
    detail: str


class AssignPolicyAnswer(TypedDict):
    events: list[AssignPolicyAnswerEvents]
    cursor: str
    name: str | None
    version: str
    isNew: bool
    near: list[str]
    notices: list[AssignPolicyAnswerNotices]


class CallPageItem(TypedDict):
    callId: str
    ordinal: int
    conversation: str
    position: int
    model: str
    target: str
    tokens: int
    sha256: str
    createdAt: str


class ContextAnswerSegments(TypedDict):
    event: str
    kind: Literal["message", "summary", "replacement", "pending", "ledger"]
    role: str
    tokens: int
    sha256: str
    metadata: NotRequired[dict[str, Any]]


class ContextAnswerPrefix(TypedDict):
    sameTokens: int
    sameBytes: int


class ContextAnswerDegraded(TypedDict):
    code: str
    event: NotRequired[str]
    part: NotRequired[int]
    detail: str


class ContextAnswerLosses(TypedDict):
    code: str
    event: NotRequired[str]
    part: NotRequired[int]
    detail: str


class ContextAnswerRepairs(TypedDict):
    code: str
    event: NotRequired[str]
    part: NotRequired[int]
    detail: str


class ContextAnswer(TypedDict):
    callId: str
    target: Literal["openai-chat", "openai-responses", "anthropic", "ai-sdk", "ai-sdk-ui", "agent-zero"]
    body: dict[str, Any]
    tokens: int
    position: int
    policyVersion: str
    sha256: str
    canonicalSha256: str
    segments: list[ContextAnswerSegments]
    prefix: ContextAnswerPrefix
    degraded: list[ContextAnswerDegraded]
    losses: list[ContextAnswerLosses]
    repairs: list[ContextAnswerRepairs]


class ConversationPageItem(TypedDict):
    id: str
    messages: int
    live: int
    checkpoints: int
    activeCheckpoints: int
    position: int
    applied: int
    head: int
    title: str | None
    user: str | None
    metadata: dict[str, Any]
    createdAt: str
    updatedAt: str
    policy: str | None


class ConversationStatePolicyDocumentToolResultsCompactionPostRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class ConversationStatePolicyDocumentToolResultsCompactionPostRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: ConversationStatePolicyDocumentToolResultsCompactionPostRunSummarizer | None


class ConversationStatePolicyDocumentToolResultsCompactionInRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class ConversationStatePolicyDocumentToolResultsCompactionInRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: ConversationStatePolicyDocumentToolResultsCompactionInRunSummarizer | None
    startIter: int
    maxConcurrency: int


class ConversationStatePolicyDocumentToolResultsCompaction(TypedDict):
    postRun: ConversationStatePolicyDocumentToolResultsCompactionPostRun | None
    inRun: ConversationStatePolicyDocumentToolResultsCompactionInRun | None


class ConversationStatePolicyDocumentToolResults(TypedDict):
    keepRecent: int
    placeholder: str
    clearAtLeast: int
    protectUnread: bool
    compaction: ConversationStatePolicyDocumentToolResultsCompaction | None


class ConversationStatePolicyDocumentWindow(TypedDict):
    maxMessages: int
    maxTokens: int | None
    reservedOutput: int | None
    cutStep: float


class ConversationStatePolicyDocumentSessions(TypedDict):
    max: int | None
    idleTimeoutMinutes: int


class ConversationStatePolicyDocumentPlugins(TypedDict):
    name: str
    options: dict[str, Any]


class ConversationStatePolicyDocument(TypedDict):
    preset: str
    rules: Literal[1]
    encoding: Literal["o200k_base", "cl100k_base"]
    history: dict[str, Any] | None
    toolResults: ConversationStatePolicyDocumentToolResults | None
    window: ConversationStatePolicyDocumentWindow
    sessions: ConversationStatePolicyDocumentSessions
    obligations: bool
    plugins: list[ConversationStatePolicyDocumentPlugins]


class ConversationStatePolicy(TypedDict):
    name: str | None
    version: str
    origin: Literal["default", "assigned"]
    document: ConversationStatePolicyDocument


class ConversationStateDueWork(TypedDict):
    mechanism: str
    attempt: int
    failures: int
    failed: bool
    lastError: str | None
    since: str


class ConversationStateHints(TypedDict):
    code: str
    detail: str


class ConversationStateParked(TypedDict):
    code: str
    detail: str


class ConversationState(TypedDict):
    id: str
    messages: int
    live: int
    checkpoints: int
    activeCheckpoints: int
    position: int
    applied: int
    head: int
    title: str | None
    user: str | None
    metadata: dict[str, Any]
    createdAt: str
    updatedAt: str
    conflicts: int
    tokens: int
    viewVersion: int
    openCalls: list[str]
    policy: ConversationStatePolicy
    dueWork: list[ConversationStateDueWork]
    hints: list[ConversationStateHints]
    parked: ConversationStateParked | None
    model: str | None


class DefaultPolicyAnswer(TypedDict):
    name: str
    version: str
    conversations: int


class PolicyPolicyToolResultsCompactionPostRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class PolicyPolicyToolResultsCompactionPostRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: PolicyPolicyToolResultsCompactionPostRunSummarizer | None


class PolicyPolicyToolResultsCompactionInRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class PolicyPolicyToolResultsCompactionInRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: PolicyPolicyToolResultsCompactionInRunSummarizer | None
    startIter: int
    maxConcurrency: int


class PolicyPolicyToolResultsCompaction(TypedDict):
    postRun: PolicyPolicyToolResultsCompactionPostRun | None
    inRun: PolicyPolicyToolResultsCompactionInRun | None


class PolicyPolicyToolResults(TypedDict):
    keepRecent: int
    placeholder: str
    clearAtLeast: int
    protectUnread: bool
    compaction: PolicyPolicyToolResultsCompaction | None


class PolicyPolicyWindow(TypedDict):
    maxMessages: int
    maxTokens: int | None
    reservedOutput: int | None
    cutStep: float


class PolicyPolicySessions(TypedDict):
    max: int | None
    idleTimeoutMinutes: int


class PolicyPolicyPlugins(TypedDict):
    name: str
    options: dict[str, Any]


class PolicyPolicy(TypedDict):
    preset: str
    rules: Literal[1]
    encoding: Literal["o200k_base", "cl100k_base"]
    history: dict[str, Any] | None
    toolResults: PolicyPolicyToolResults | None
    window: PolicyPolicyWindow
    sessions: PolicyPolicySessions
    obligations: bool
    plugins: list[PolicyPolicyPlugins]


class PolicyNotices(TypedDict):
    setting: str
    value: float | None
    inForce: float | None
    by: str
    detail: str


class Policy(TypedDict):
    name: str
    version: str
    policy: PolicyPolicy
    default: bool
    updatedAt: str | None
    notices: list[PolicyNotices]


class PolicyPageItemPolicyToolResultsCompactionPostRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class PolicyPageItemPolicyToolResultsCompactionPostRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: PolicyPageItemPolicyToolResultsCompactionPostRunSummarizer | None


class PolicyPageItemPolicyToolResultsCompactionInRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class PolicyPageItemPolicyToolResultsCompactionInRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: PolicyPageItemPolicyToolResultsCompactionInRunSummarizer | None
    startIter: int
    maxConcurrency: int


class PolicyPageItemPolicyToolResultsCompaction(TypedDict):
    postRun: PolicyPageItemPolicyToolResultsCompactionPostRun | None
    inRun: PolicyPageItemPolicyToolResultsCompactionInRun | None


class PolicyPageItemPolicyToolResults(TypedDict):
    keepRecent: int
    placeholder: str
    clearAtLeast: int
    protectUnread: bool
    compaction: PolicyPageItemPolicyToolResultsCompaction | None


class PolicyPageItemPolicyWindow(TypedDict):
    maxMessages: int
    maxTokens: int | None
    reservedOutput: int | None
    cutStep: float


class PolicyPageItemPolicySessions(TypedDict):
    max: int | None
    idleTimeoutMinutes: int


class PolicyPageItemPolicyPlugins(TypedDict):
    name: str
    options: dict[str, Any]


class PolicyPageItemPolicy(TypedDict):
    preset: str
    rules: Literal[1]
    encoding: Literal["o200k_base", "cl100k_base"]
    history: dict[str, Any] | None
    toolResults: PolicyPageItemPolicyToolResults | None
    window: PolicyPageItemPolicyWindow
    sessions: PolicyPageItemPolicySessions
    obligations: bool
    plugins: list[PolicyPageItemPolicyPlugins]


class PolicyPageItem(TypedDict):
    name: str
    version: str
    policy: PolicyPageItemPolicy
    default: bool
    updatedAt: str | None


class PutPolicyAnswerPolicyToolResultsCompactionPostRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class PutPolicyAnswerPolicyToolResultsCompactionPostRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: PutPolicyAnswerPolicyToolResultsCompactionPostRunSummarizer | None


class PutPolicyAnswerPolicyToolResultsCompactionInRunSummarizer(TypedDict):
    model: str | None
    provider: str | None
    baseUrl: str | None
    keyReference: str | None
    systemPrompt: str | None
    maxContext: int | None
    limitRequests: int | None
    limitInput: int | None
    limitOutput: int | None


class PutPolicyAnswerPolicyToolResultsCompactionInRun(TypedDict):
    mode: Literal["simple", "auto", "custom"]
    truncationThreshold: int
    startRun: int
    summarizer: PutPolicyAnswerPolicyToolResultsCompactionInRunSummarizer | None
    startIter: int
    maxConcurrency: int


class PutPolicyAnswerPolicyToolResultsCompaction(TypedDict):
    postRun: PutPolicyAnswerPolicyToolResultsCompactionPostRun | None
    inRun: PutPolicyAnswerPolicyToolResultsCompactionInRun | None


class PutPolicyAnswerPolicyToolResults(TypedDict):
    keepRecent: int
    placeholder: str
    clearAtLeast: int
    protectUnread: bool
    compaction: PutPolicyAnswerPolicyToolResultsCompaction | None


class PutPolicyAnswerPolicyWindow(TypedDict):
    maxMessages: int
    maxTokens: int | None
    reservedOutput: int | None
    cutStep: float


class PutPolicyAnswerPolicySessions(TypedDict):
    max: int | None
    idleTimeoutMinutes: int


class PutPolicyAnswerPolicyPlugins(TypedDict):
    name: str
    options: dict[str, Any]


class PutPolicyAnswerPolicy(TypedDict):
    preset: str
    rules: Literal[1]
    encoding: Literal["o200k_base", "cl100k_base"]
    history: dict[str, Any] | None
    toolResults: PutPolicyAnswerPolicyToolResults | None
    window: PutPolicyAnswerPolicyWindow
    sessions: PutPolicyAnswerPolicySessions
    obligations: bool
    plugins: list[PutPolicyAnswerPolicyPlugins]


class PutPolicyAnswerNotices(TypedDict):
    setting: str
    value: float | None
    inForce: float | None
    by: str
    detail: str


class PutPolicyAnswer(TypedDict):
    name: str
    version: str
    policy: PutPolicyAnswerPolicy
    notices: list[PutPolicyAnswerNotices]


class RecallAnswer(TypedDict):
    ref: str
    kind: Literal["message", "summary"]
    text: str
    offset: int
    total: int | None
    next: int | None


class ReceiptModel(TypedDict):
    requested: str
    entry: Any


class ReceiptPluginsEffectsCut(TypedDict):
    id: str
    sha256: str


ReceiptPluginsEffectsMerged = TypedDict(
    "ReceiptPluginsEffectsMerged",
    {
        "id": str,
        "with": list[str],
        "sha256": str,
    },
)


class ReceiptPluginsEffects(TypedDict):
    dropped: list[str]
    cut: list[ReceiptPluginsEffectsCut]
    merged: list[ReceiptPluginsEffectsMerged]


class ReceiptPlugins(TypedDict):
    name: str
    outcome: Literal["applied", "unchanged", "failed"]
    reason: str | None
    version: str | None
    optionsSha256: str | None
    effects: list[ReceiptPluginsEffects]


class ReceiptLimitsOverhead(TypedDict):
    perMessage: int
    perRequest: int


class ReceiptLimits(TypedDict):
    messages: int
    tokens: int
    toolTokens: int
    cutStep: float
    overhead: ReceiptLimitsOverhead
    margin: float


class ReceiptPending(TypedDict):
    id: str
    sha256: str


class ReceiptSegments(TypedDict):
    event: str
    kind: Literal["message", "summary", "replacement", "pending", "ledger"]
    role: str
    tokens: int
    sha256: str
    metadata: NotRequired[dict[str, Any]]


class ReceiptOriginal(TypedDict):
    messages: int
    tokens: int


class ReceiptPrefix(TypedDict):
    sameTokens: int
    sameBytes: int


class ReceiptDegraded(TypedDict):
    code: str
    event: NotRequired[str]
    part: NotRequired[int]
    detail: str


class ReceiptLosses(TypedDict):
    code: str
    event: NotRequired[str]
    part: NotRequired[int]
    detail: str


class ReceiptRepairs(TypedDict):
    code: str
    event: NotRequired[str]
    part: NotRequired[int]
    detail: str


class Receipt(TypedDict):
    callId: str
    conversation: str
    position: int
    known: NotRequired[int]
    viewVersion: int
    policyVersion: str
    model: ReceiptModel
    engine: int
    tokeniser: str
    encoding: Literal["o200k_base", "cl100k_base"]
    plugins: list[ReceiptPlugins]
    target: Literal["openai-chat", "openai-responses", "anthropic", "ai-sdk", "ai-sdk-ui", "agent-zero"]
    limits: ReceiptLimits
    openCalls: Literal["refuse", "placeholder"]
    toolsSha256: str | None
    pending: list[ReceiptPending]
    segments: list[ReceiptSegments]
    tokens: int
    original: NotRequired[ReceiptOriginal]
    sha256: str
    canonicalSha256: str
    prefix: ReceiptPrefix
    degraded: list[ReceiptDegraded]
    losses: list[ReceiptLosses]
    repairs: list[ReceiptRepairs]
    ordinal: int


class SentAnswer(TypedDict):
    callId: str
    sent: Literal["ok", "differs"]


class VerificationDifferences(TypedDict):
    by: Literal["segments", "fold"]
    index: int | None
    event: str | None
    detail: str


class Verification(TypedDict):
    callId: str
    segments: Literal["ok", "differs"]
    fold: Literal["ok", "differs"]
    sent: Literal["ok", "unknown", "differs"]
    sha256: str
    differences: list[VerificationDifferences]
