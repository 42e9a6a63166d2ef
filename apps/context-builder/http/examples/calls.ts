import { bodyServed } from './messages';
import { gpt4o, windowOnly } from './policies';

const sha256 = '32b408ef4c0c07e2bf32c36d0854599e2a5eb93d751b44636853a366297aaa0b';
const canonicalSha256 = '713226d02c7546d1c8d32131c2ca1687cc7f7497011b05800cb4e2e7d4f2b8d1';

const segments = [
  {
    event: 'm1',
    kind: 'message',
    role: 'system',
    tokens: 12,
    sha256: '6d0e72b819ead53624b687673fa4d6896a4fc8bab103b4871a3af3dd574eb824',
  },
  {
    event: 'm2',
    kind: 'message',
    role: 'user',
    tokens: 11,
    sha256: '502acd33b76dfc097d6edfa431d00b84b065af1191054aeb23d9bfd3d94a427f',
  },
  {
    event: 'm3',
    kind: 'message',
    role: 'assistant',
    tokens: 11,
    sha256: '27234f94a73ceec56c23f8fdaff73284618dbe2e2a13a1c9926714f6bbdea4cd',
  },
  {
    event: 'm4',
    kind: 'message',
    role: 'tool',
    tokens: 14,
    sha256: '0281307f5c44156de458ef9d62200b06961811593c1397226b798a6ea12a74da',
  },
];

const explained = {
  segments,
  prefix: { sameTokens: 0, sameBytes: 0 },
  degraded: [],
  losses: [],
  repairs: [],
};

export const servedContext = {
  callId: 'call-0001',
  target: 'openai-chat',
  body: bodyServed,
  tokens: 51,
  position: 5,
  policyVersion: windowOnly.version,
  sha256,
  canonicalSha256,
  ...explained,
};

export const call = {
  callId: 'call-0001',
  ordinal: 1,
  conversation: 'order-4711',
  position: 5,
  model: 'gpt-4o',
  target: 'openai-chat',
  tokens: 51,
  sha256,
  createdAt: '2026-11-23T00:08:09.860Z',
};

export const verified = {
  callId: 'call-0001',
  segments: 'ok',
  fold: 'ok',
  sent: 'unknown',
  sha256,
  differences: [],
};

export const receipt = {
  callId: 'call-0001',
  conversation: 'order-4711',
  position: 5,
  viewVersion: 5,
  policyVersion: windowOnly.version,
  model: {
    requested: 'gpt-4o',
    entry: gpt4o,
  },
  engine: 4,
  tokeniser: 'js-tiktoken@1.0.21',
  encoding: 'o200k_base',
  plugins: [
    {
      name: 'default',
      outcome: 'unchanged',
      reason: null,
      version: 'engine-4',
      optionsSha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      effects: [],
    },
  ],
  target: 'openai-chat',
  limits: {
    messages: 200,
    tokens: 123904,
    toolTokens: 0,
    cutStep: 0.25,
    overhead: { perMessage: 4, perRequest: 3 },
    margin: 0,
  },
  openCalls: 'refuse',
  toolsSha256: null,
  pending: [],
  tokens: 51,
  original: { messages: 4, tokens: 51 },
  sha256,
  canonicalSha256,
  ...explained,
};

export const sentSha256 = sha256;

const summarised = {
  code: 'summarised',
  event: 'checkpoint-1',
  detail: 'a summary stands for it',
};

export const seen = {
  callId: 'call-0001',
  ordinal: 1,
  conversation: 'order-4711',
  createdAt: '2026-11-23T00:08:09.860Z',
  model: 'gpt-4o',
  target: 'openai-chat',
  position: 5,
  messages: { stored: 4, shown: 2, hidden: 2 },
  tokens: 32,
  original: { messages: 4, tokens: 51 },
  sha256,
  segments: [
    {
      event: 'm1',
      kind: 'message',
      role: 'system',
      tokens: 12,
      sha256,
      position: 2,
      text: 'You help customers of a parcel service.',
      characters: 39,
    },
    {
      event: 'm4',
      kind: 'message',
      role: 'tool',
      tokens: 14,
      sha256,
      position: 5,
      text: 'out for delivery',
      characters: 16,
    },
  ],
  hidden: [{ from: 3, to: 4, count: 2, tokens: 25, reason: summarised }],
  degraded: [],
  losses: [],
  repairs: [],
};

export const diff = {
  from: { callId: 'call-0001', ordinal: 1 },
  to: { callId: 'call-0002', ordinal: 2 },
  added: [
    {
      event: 'm5',
      position: 6,
      kind: 'message',
      role: 'user',
      tokens: 9,
      text: 'Thanks!',
      reason: { code: 'appended', detail: 'it was appended after the first call' },
    },
  ],
  removed: [],
  replaced: [],
  why: [{ code: 'appended', detail: 'it was appended after the first call', count: 1 }],
};
