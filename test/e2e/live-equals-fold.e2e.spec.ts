import * as fc from 'fast-check';
import { formatNames, type RecordedEvent } from '@verbatim/conversation';
import {
  assistant,
  checkpointOver,
  Conversation,
  histories,
  play,
  policy,
  result,
  turns,
  user,
  type EventSpec,
  type Step,
} from '@verbatim/conversation/testing';
import { PostgresConversationReader, type ConversationKey } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, recordKey } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { eventually } from '../../libs/event-log/features/eventually';
import { call, ConversationClient, report } from '../support/conversation-client';
import { answerOf, expectSameState, expectWholeChain } from '../support/same-state';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

const RUNS = 30;

let services: RunningServices;
let database: Database;
let log: PostgresEventLog;
let reader: PostgresConversationReader;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'live = fold', poolSize: 2 });
  log = new PostgresEventLog(database);
  reader = new PostgresConversationReader(database);
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
});

type Stops = [length: number, request: object][];

/** The request of a context; what is pending answers calls that may be open, or says something new. */
const requests = fc.record({
  model: fc.constantFrom('gpt-4o', 'claude-sonnet-4-5'),
  target: fc.constantFrom(...formatNames),
  format: fc.constant('openai-chat'),
  openCalls: fc.constantFrom('refuse', 'placeholder', 'placeholder', 'placeholder'),
  budget: fc.record(
    {
      tokens: fc.integer({ min: 20, max: 400 }),
      messages: fc.integer({ min: 1, max: 12 }),
      reservedOutput: fc.constantFrom(0, 100),
    },
    { requiredKeys: [] },
  ),
  pending: fc
    .array(
      fc.constantFrom(
        { role: 'user', content: 'one more thing' },
        { role: 'assistant', content: 'thinking aloud' },
        { role: 'system', content: 'be brief' },
        { role: 'tool', tool_call_id: 'a', content: 'pending result of a' },
        { role: 'tool', tool_call_id: 'b', content: 'pending result of b' },
      ),
      { maxLength: 3 },
    )
    .map((messages) => messages.map((message, index) => ({ id: `pending-${index}`, message }))),
});

/** Where a history is cut into appends: after each of them a context is asked for. */
const cuts: fc.Arbitrary<Stops> = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), requests), {
  minLength: 3,
  maxLength: 8,
});

const plain = { model: 'gpt-4o', openCalls: 'placeholder', budget: {}, pending: [] };

/** A history whose context is asked for at its end only. */
function example(...specs: EventSpec[]): [Step[], Stops, number] {
  return [specs.map((spec) => () => [spec]), [[specs.length, plain]], 0];
}

/** What random histories seldom come to. */
const examples = [
  // A result came before its call, and a summary covers it but not the call.
  example(user('task'), result('a'), checkpointOver(0, 2), assistant('', ['a', 'b'])),
  // A summary covers results that no assistant message has followed.
  example(user('task'), assistant('', ['a']), result('a'), checkpointOver(0, 3)),
];

/** The events of a history behind the policy that the projector opens a conversation with itself. */
function eventsOf(steps: readonly Step[], before: number): readonly RecordedEvent[] {
  const conversation = new Conversation().append(policy({}), ...turns(before));
  return play(conversation, steps).events.slice(1);
}

async function append({ tenant, conversation }: ConversationKey, events: readonly RecordedEvent[]) {
  const records = events.map(({ type, id, data, position }) => {
    const time = new Date(1e12 + position).toISOString();
    const event = { type, id, time, subject: conversation, dataversion: 1, data };
    return { key: recordKey(tenant, conversation), value: Buffer.from(JSON.stringify(event)) };
  });
  const [last] = (await log.append(CONVERSATION_EVENTS, records)).slice(-1);
  if (!last) return;
  await eventually(async () => expect(await reader.hasPassed('verbatim-projector', last)).toBe(true));
}

test('a context served live is the one folded from raw events at that position, and so is the whole state', async () => {
  const seen = { contexts: 0, refused: 0, events: 0 };
  await fc.assert(
    fc.asyncProperty(
      histories,
      cuts,
      fc.constantFrom<number[]>(0, 0, 0, 230),
      async (steps, stops, before) => {
        const client = new ConversationClient(services.url);
        const key = { tenant: 'default', conversation: client.id };
        const events = eventsOf(steps, before);
        let from = 0;
        for (const [index, [length, request]] of stops.entries()) {
          const to =
            index === 0 ? before + length : index === stops.length - 1 ? events.length : from + length;
          await append(key, events.slice(from, to));
          from = Math.max(from, Math.min(to, events.length));
          const position = await expectSameState({ database, reader }, key);
          const { callId, ...live } = await answerOf(client, request);
          const { callId: _, ...folded } = await answerOf(client, { ...request, at: position });
          expect(live).toEqual(folded);
          seen.refused += callId === null ? 1 : 0;
          if (callId === null) continue;
          seen.contexts += 1;
          const { body } = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
          expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
        }
        seen.events += from;
        await expectWholeChain(reader, key);
      },
    ),
    { numRuns: RUNS, examples, interruptAfterTimeLimit: 45_000 },
  );
  report(`live = fold: ${seen.events} events, ${seen.contexts} contexts, ${seen.refused} refused`);
  expect(seen.contexts).toBeGreaterThan(seen.refused);
});
