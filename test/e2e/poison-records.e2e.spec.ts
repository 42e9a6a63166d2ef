import { canonicalPolicy, resolvePolicy } from '@verbatim/conversation';
import { openSigningKeys, policyVersion, PostgresConversationReader } from '@verbatim/conversation-store';
import {
  CONVERSATION_EVENTS,
  PostgresEventLog,
  type OutgoingRecord,
  type SigningKeys,
} from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { eventually } from '../../libs/event-log/features/eventually';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

let services: RunningServices;
let database: Database;
let log: PostgresEventLog;
let reader: PostgresConversationReader;
let keys: SigningKeys;

beforeAll(async () => {
  services = await startServices({ only: ['projector'] });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'poison', poolSize: 2 });
  log = new PostgresEventLog(database);
  reader = new PostgresConversationReader(database);
  keys = await openSigningKeys(database);
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
});

const largest = Number.MAX_SAFE_INTEGER;
const odd = '\0\ud800 \\u0000';
const windowOnly = policyVersion(canonicalPolicy(resolvePolicy({ preset: 'window-only' })));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** That many code points of four bytes each, not to be compressed. */
const wide = (length: number): string =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0x20000 + ((n * n * 7919 + 31 * n) % 40_000))).join(
    '',
  );

/** As long as names may be, and longer in a column, where what looks like an escape is escaped. */
const longName = wide(193) + String.raw`\u0000`.repeat(10);

function textOf(fields: object): string {
  const data = { role: 'user', content: 'hello' };
  return JSON.stringify({ type: 'MessageAppended', subject: 'poisoned', data, ...fields });
}

const event = (fields: object): { value: Buffer } => ({ value: Buffer.from(textOf(fields)) });
const said = (data: object) => event({ data });

/** An event whose raw text holds this in place of an attribute's value. */
function raw(attribute: string, text: string): { value: Buffer } {
  return { value: Buffer.from(textOf({ [attribute]: '#' }).replace('"#"', text)) };
}

function calls(...ids: string[]): object {
  const tool_calls = ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }));
  return { role: 'assistant', content: null, tool_calls };
}

function checkpoint(id: string, change: object): { value: Buffer } {
  const range = { from: 1, to: 2, fromMessage: odd, toMessage: odd, messages: { from: 0, to: 1 } };
  const data = {
    range,
    summary: odd,
    strategy: 'llm',
    mode: 'single',
    supersedes: [],
    basis: 1,
    policyVersion: odd,
    summarizer: odd,
    promptVersion: null,
    tokensBefore: largest,
    tokensAfter: largest,
    usage: null,
    attempt: largest,
    ...change,
  };
  return event({ type: 'CheckpointCreated', id, data });
}

function policy(id: string, change: object): { value: Buffer } {
  const document = resolvePolicy({
    preset: 'hpd-counting',
    targetMessageCount: 1,
    toolResults: { keepRecent: 1 },
  });
  const data = { name: odd, origin: 'assigned', version: odd, policy: { ...document, ...change } };
  return event({ type: 'PolicyAssigned', id, data });
}

function filtered(id: string): { value: Buffer } {
  const result = { message: odd, callId: odd, result: largest, mode: 'omitted', replacement: odd };
  const results = [{ ...result, tokensBefore: largest, tokensAfter: largest }];
  const data = { results, basis: largest, policyVersion: odd, attempt: largest };
  return event({ type: 'ToolResultsFiltered', id, data });
}

const far = {
  from: largest,
  to: largest,
  fromMessage: '',
  toMessage: '',
  messages: { from: 0, to: largest },
};
const binary = { ce_type: Buffer.from('MessageAppended'), ce_subject: Buffer.from('poisoned') };

const records: Record<string, Pick<OutgoingRecord, 'value' | 'headers'>> = {
  "the id of the projector's own first event": event({
    subject: 'opened with it',
    id: `policy.default.${windowOnly.slice(0, 16)}.1`,
  }),
  'an attribute nested 200,000 deep': raw('any', nested(200_000)),
  'a version nested 200,000 deep': raw('dataversion', nested(200_000)),
  'data nested 200,000 deep': raw('data', nested(200_000)),
  'binary data nested 200,000 deep': { value: Buffer.from(nested(200_000)), headers: binary },
  'a version that is no number when asked': raw('dataversion', '{"toString":1,"valueOf":2}'),
  'a version beyond an integer column': event({ dataversion: 2 ** 31 }),
  'a member named __proto__': raw('__proto__', '{"subject":"other"}'),
  'odd headers': {
    value: Buffer.from('{"role":"user","content":"x"}'),
    headers: { ...binary, [`ce_${odd}`]: Buffer.from(odd), ['__proto__']: Buffer.alloc(1_000_000) },
  },
  'odd attributes': event({ id: odd, source: odd, causationid: odd, correlationid: odd }),
  'an odd type': event({ type: odd }),
  'an odd name': event({ subject: odd }),
  'a time that no calendar has': event({ id: 'time', time: '2026-02-30T25:61:00+99:99' }),
  'names as long as they may be': event({ tenantid: longName, subject: longName, id: longName }),
  'the same with another body': event({ tenantid: longName, subject: longName, id: longName, data: {} }),
  'an iteration beyond the largest': said({ role: 'assistant', content: 'x', iteration: largest }),
  'the largest iteration': said({ role: 'assistant', content: 'x', iteration: 1_000_000_000 }),
  'calls with long ids': said(calls(wide(30_000), wide(29_999))),
  'a result with a long id': said({ role: 'tool', tool_call_id: wide(30_000), content: 'x' }),
  'as many calls as a message may have': said(calls(...Array.from({ length: 255 }, (_, n) => `call ${n}`))),
  'more calls than that': said(calls(...Array.from({ length: 2000 }, (_, n) => `call ${n}`))),
  'one call id twice': said(calls('twice', 'twice')),
  'an odd run': event({ id: 'run', type: 'RunStarted', data: { runId: odd } }),
  'an odd model': event({ id: 'model', type: 'ModelSwitched', data: { to: odd } }),
  'an odd policy': policy('policy', { plugins: [{ name: odd, options: { [odd]: [1e308, 5e-324, odd] } }] }),
  'a policy that is none': policy('no policy', { [odd]: odd }),
  'a message under the odd policy': event({ id: 'after' }),
  'a checkpoint beyond all': checkpoint('far', { range: far, basis: largest }),
  'a checkpoint that supersedes many': checkpoint('many', {
    supersedes: Array.from({ length: 10_000 }, (_, n) => `${odd}${n}`),
  }),
  'a revocation of what does not exist': event({
    id: 'revoke',
    type: 'CheckpointRevoked',
    data: { checkpoint: odd },
  }),
  'omissions beyond all': filtered('omissions'),
  'an own event without a signature, under an id cut within a pair of surrogates': {
    ...checkpoint(`x${'😀'.repeat(150)}`, {}),
    headers: {},
  },
  'two megabytes': said({ role: 'user', content: 'y'.repeat(2_000_000) }),
  'nothing but backslashes': said({ role: 'user', content: '\\'.repeat(400_000) }),
  'nothing at all': { value: Buffer.alloc(0) },
};

/** Also what poses as an event of our own services gets as far as one. */
const asOurs = (record: OutgoingRecord): OutgoingRecord => (record.headers ? record : keys.sign(record));

/** One partition for all: what cannot be stored would keep everything behind it from being projected. */
test.each(Object.entries(records))('%s keeps nothing behind it from going on', async (name, record) => {
  const key = { tenant: 'default', conversation: `after ${name}` };
  const next = event({ subject: key.conversation, id: 'next' });
  const [sent] = await log.append(
    CONVERSATION_EVENTS,
    [record, next].map((each) => asOurs({ key: 'any', partition: 0, ...each })),
  );
  await eventually(async () => {
    expect((await reader.head(key))?.head.messages).toBe(1);
  });
  expect(await reader.hasPassed('verbatim-projector', sent ?? { topic: '', partition: 0, offset: 0 })).toBe(
    true,
  );
});

test('an id that the projector may give is not taken: the record is journaled as ignored, under its place in the log', async () => {
  const events = await reader.events({ tenant: 'default', conversation: 'opened with it' }, 0, 10, 10);
  expect(events.map(({ position, type, ignored }) => [position, type, ignored?.code])).toEqual([
    [1, 'PolicyAssigned', undefined],
    [2, 'MessageAppended', 'event-invalid'],
  ]);
  expect(events[1]?.eventId).toBe('conversation-events/0/0');
});
