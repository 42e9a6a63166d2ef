import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

const document = { preset: 'agentkit', window: { maxMessages: 50, maxTokens: null } };

function answer(changed: object): void {
  const state = {
    id: 'parcels',
    messages: 1240,
    live: 9,
    checkpoints: 3,
    activeCheckpoints: 1,
    conflicts: 0,
    tokens: 6960,
    position: 1250,
    applied: 1250,
    head: 1250,
    openCalls: [],
    policy: { name: 'support', version: 'abcdef0123456789', origin: 'default', document },
    dueWork: [],
    hints: [{ code: 'below-trigger', detail: 'the next summary is due at 20' }],
    parked: null,
    model: null,
  };
  api.answer = () => ({ body: JSON.stringify({ ...state, ...changed }) });
}

test('a conversation is told in words, without what is not there', async () => {
  answer({});
  expect((await api.verbatim('state', 'parcels')).out).toBe(
    `Conversation  parcels
Messages      1,240
In view       9 messages, 6,960 tokens
Summaries     3 made, 1 in use
Position      1,250
Policy        support (the default)

Why it was or was not reduced
  the next summary is due at 20 (below-trigger)
`,
  );
});

test('a policy without a name is shown as a document; what waits and fails is said', async () => {
  const since = '2026-01-31T12:00:00.123Z';
  answer({
    policy: { name: null, version: 'abcdef0123456789', origin: 'assigned', document },
    head: 1253,
    conflicts: 2,
    openCalls: ['call_1', 'call\u001b2'],
    hints: [],
    parked: { code: 'event-version-unknown', detail: 'a newer version wrote it' },
    dueWork: [{ mechanism: 'history', attempt: 2, failures: 1, failed: false, lastError: 'timeout', since }],
  });
  expect((await api.verbatim('state', 'parcels', '--utc')).out).toBe(
    `Conversation     parcels
Messages         1,240
In view          9 messages, 6,960 tokens
Summaries        3 made, 1 in use
Position         1,250
Not applied yet  3
Conflicting ids  2
Policy           version abcdef012345
Open calls       call_1, call\\u001b2
Parked           a newer version wrote it (event-version-unknown)

Policy
preset: agentkit
window:
  maxMessages: 50
  maxTokens: null

Summaries that are due
  history, since 2026-01-31T12:00:00Z, tried again: timeout
`,
  );
});
