import type { Call, ConversationCheckpoint, Group, Item } from '@verbatim/conversation';

/** What a text column, an array literal or JSON text could spoil. */
export const awkward = `\0 \ud83d \ude00 😀 ' " \\ \\\\u0000 \\u0000 {a,"b"} NULL \n $1`;
export const key = { tenant: `t${awkward}`, conversation: `c${awkward}` };
export const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
export const large = 2 ** 40;

export const item: Item = {
  position: 2,
  eventId: awkward,
  role: 'tool',
  ordinal: 0,
  group: null,
  calls: [awkward, '', 'NULL'],
  reused: [awkward, ''],
  answers: [awkward],
  firstResult: 1,
  unmatched: 'orphan',
  stray: [0],
  lengths: [7],
  replacements: [
    { answer: 0, mode: 'summarized', characters: 0, text: awkward, saved: large, event: awkward },
    { answer: null, mode: 'cut', characters: 3, text: null, saved: 0, event: null },
  ],
  characters: 9,
  run: 3,
  iteration: large,
  tokens: 5,
  tokensThrough: large,
  resultTokensThrough: large,
};
export const group: Group = {
  position: 2,
  members: [
    { ordinal: 4, position: 9 },
    { ordinal: 1, position: 2 },
  ],
  pending: [awkward, 'b'],
  abandonedAt: null,
};
/** Longer than an index takes, and not to be compressed. */
const longId = Array.from({ length: 9000 }, (_, n) =>
  String.fromCodePoint(((n * n * 7919 + 31 * n) % 40_000) + 0x4e00),
).join('');
export const call: Call = { callId: `${longId}${awkward}`, openedAt: 2, group: 2, result: null };
export const checkpoint: ConversationCheckpoint = {
  id: awkward,
  kind: 'topic',
  topic: awkward,
  range: { from: 1, to: large, fromMessage: awkward, toMessage: awkward, messages: { from: 0, to: large } },
  status: 'refused',
  summary: awkward,
  strategy: 'llm',
  mode: 'single',
  supersedes: [awkward, 'other'],
  basis: large,
  policyVersion: awkward,
  summarizer: awkward,
  tokensBefore: large,
  tokensAfter: 0,
  decidedAt: 2,
  recordedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  refusal: awkward,
  record: { made: 'extractive', trust: 'tool', rejected: [{ code: 'empty', detail: awkward }] },
  usage: { inputTokens: 1, outputTokens: 2 },
};
