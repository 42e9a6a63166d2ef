import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, SeenRequest } from '../testing/api-server';
import { ApiUnderTest } from '../testing/api-under-test';

interface EventName {
  readonly subject: string;
  readonly id: string;
}

const api = new ApiUnderTest();
const directory = mkdtempSync(join(tmpdir(), 'verbatim-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** What the service has, in the order in which it came. */
let journal: EventName[];

beforeEach(() => {
  journal = [];
  api.answer = takes;
});

const nameOf = ({ subject, id }: EventName): string => `${subject} ${id}`;

/** Takes what is appended, at once, and knows it then. */
function takes({ path, body }: SeenRequest): Answer {
  const sent: unknown = JSON.parse(body);
  if (path === '/v1/events/known') {
    const { events } = sent as { events: EventName[] };
    const known = new Set(journal.map(nameOf));
    return { body: JSON.stringify({ events: events.filter((event) => known.has(nameOf(event))) }) };
  }
  const [, conversation = ''] = /conversations\/([^/]+)\/messages$/.exec(path) ?? [];
  const messages = (sent as { ids?: string[] }).ids?.map((id) => ({ subject: conversation, id }));
  const known = new Set(journal.map(nameOf));
  journal.push(...(messages ?? (sent as EventName[])).filter((event) => !known.has(nameOf(event))));
  return { status: 202, body: '{"events":[],"cursor":"x"}' };
}

function file(name: string, content: string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

const messages = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `{"role":"user","content":"${n}"}`);
const appends = (): SeenRequest[] => api.server.requests.filter(({ path }) => path !== '/v1/events/known');

test('publishes in batches, in order, and says what was new', async () => {
  const chat = file('chat.json', `{"messages":[${messages(1201).join(',')}],"system":"Be brief"}`);
  const { code, out, err } = await api.verbatim('import', chat, '--format', 'anthropic');
  expect({ code, err, out }).toEqual({
    code: 0,
    err: '',
    out: `${chat}: 1,201 messages into chat: 1,201 new, 0 were there already\n`,
  });
  const sent = appends().map(
    ({ body }) => JSON.parse(body) as { messages: { content: string }[]; system?: string },
  );
  expect(sent.map(({ messages: list }) => list.length)).toEqual([500, 500, 201]);
  expect(sent.map(({ system }) => system)).toEqual(['Be brief', undefined, undefined]);
  expect(sent.flatMap(({ messages: list }) => list.map(({ content }) => Number(content)))).toEqual([
    ...Array(1201).keys(),
  ]);
  expect(journal.at(-1)?.id).toMatch(/^import-[0-9a-f]{16}-1200$/);
});

test('the same file again sends nothing, and says that everything was there', async () => {
  const chat = file('same.jsonl', messages(62).join('\n'));
  await api.verbatim('import', chat);
  const { code, out } = await api.verbatim('import', chat);
  expect({ code, out }).toEqual({
    code: 0,
    out: `${chat}: 62 messages into same: 0 new, 62 were there already\n`,
  });
  expect(appends()).toHaveLength(1);
  const { out: json } = await api.verbatim('import', chat, '--json');
  expect(JSON.parse(json)).toEqual({
    files: [{ file: chat, accepted: 62, new: 0, known: 62, conversations: ['same'] }],
  });
});

test.each([1, 2, 3, 4])('stopped in batch %d, the same command goes on from there', async (stop) => {
  const chat = file('long.json', `[${messages(1900).join(',')}]`);
  let batch = 0;
  api.answer = (request) => {
    if (request.path.endsWith('/messages') && ++batch === stop) process.emit('SIGINT');
    return takes(request);
  };
  const stopped = await api.verbatim('import', chat);
  const there = journal.length;
  const amount = there.toLocaleString('en-US');
  const said = `verbatim: ${chat}: stopped with ${amount} of 1,900 in the log; the same command goes on from there\n`;
  // In the last batch there is nothing left to stop.
  expect(stopped).toMatchObject(stop < 4 ? { code: 130, err: said } : { code: 0, err: '' });
  const before = appends().length;
  const { code, out } = await api.verbatim('import', chat);
  const [left, known] = [1900 - there, there].map((count) => count.toLocaleString('en-US'));
  expect({ code, out }).toEqual({
    code: 0,
    out: `${chat}: 1,900 messages into long: ${left} new, ${known} were there already\n`,
  });
  expect(appends().length - before).toBe(Math.ceil((1900 - there) / 500));
  expect(journal.map(({ id }) => Number(id.split('-').at(-1)))).toEqual([...Array(1900).keys()]);
});

test('waits until the last message of every conversation is in the journal', async () => {
  const late = new Set(['first', 'second']);
  api.answer = (request) => {
    const answer = takes(request);
    if (appends().length === 0 || request.path !== '/v1/events/known') return answer;
    const { events } = JSON.parse(answer.body) as { events: EventName[] };
    const shown = events.filter(({ subject }) => !late.has(subject));
    late.delete([...late][0] ?? '');
    return { body: JSON.stringify({ events: shown }) };
  };
  const events = ['first', 'second'].map((subject) =>
    JSON.stringify({ id: 'e', type: 'RunStarted', subject }),
  );
  const { code, out } = await api.verbatim(
    'import',
    file('two.jsonl', events.join('\n')),
    '--format',
    'events',
  );
  expect({ code, late: late.size }).toEqual({ code: 0, late: 0 });
  expect(out).toContain('2 events into first, second: 2 new');
  const asked = api.server.requests.length;
  await api.verbatim('import', file('one.json', '{}'), '--no-wait');
  expect(api.server.requests.length - asked).toBe(2);
});

test('an error names the entry in the file, not the one in the batch', async () => {
  api.answer = (request) =>
    request.body.includes('"content":"500"')
      ? { status: 400, body: '{"code":"event-invalid","detail":"bad role","index":1}' }
      : takes(request);
  const { code, err } = await api.verbatim('import', file('bad.jsonl', messages(502).join('\n')));
  expect(code).toBe(1);
  expect(err).toContain('bad.jsonl:502:1: entry 501: event-invalid: bad role');
});

test('a file that is not JSON throughout is refused before anything of it is sent', async () => {
  const { code, err } = await api.verbatim(
    'import',
    file('broken.jsonl', `${messages(600).join('\n')}\n{"a":}`),
  );
  expect(code).toBe(1);
  expect(err).toContain('broken.jsonl:601:6: not JSON: expected a value');
  expect(api.asked).toEqual([]);
});

describe('events', () => {
  const event = '{"id":"e1","type":"MessageAppended","subject":"s","data":{"role":"user","content":"x"}}';

  test('go as a batch of CloudEvents', async () => {
    await api.verbatim('import', file('events.jsonl', `${event}\n`), '--format', 'events');
    expect(appends()).toMatchObject([{ path: '/v1/events', body: `[${event}]` }]);
    expect(appends()[0]?.headers['content-type']).toBe('application/cloudevents-batch+json');
  });

  test('under ids of their own are sent again, so that another body is noticed', async () => {
    const events = file('named.jsonl', event);
    await api.verbatim('import', events, '--format', 'events');
    const { out } = await api.verbatim('import', events, '--format', 'events');
    expect(out).toContain('1 event into s: 0 new, 1 was there already');
    expect(appends()).toHaveLength(2);
  });

  test('keep their order within a conversation, in many batches', async () => {
    const names = Array.from({ length: 4000 }, (_, n) => ({ id: String(n), subject: `s${(n * 7) % 5}` }));
    const lines = names.map((name) => JSON.stringify({ ...name, type: 'MessageAppended', data: {} }));
    await api.verbatim('import', file('many.jsonl', lines.join('\n')), '--format', 'events');
    const ofOne = (list: readonly EventName[], subject: string): string[] =>
      list.filter((each) => each.subject === subject).map(({ id }) => id);
    for (const { subject } of names.slice(0, 5))
      expect(ofOne(journal, subject)).toEqual(ofOne(names, subject));
    expect(journal).toHaveLength(4000);
  });

  test('without a subject, or with another conversation, are refused', async () => {
    const { err } = await api.verbatim('import', file('e.json', '[{"type":"x"}]'), '--format', 'events');
    expect(err).toContain('e.json:1:2: event 0 has no "subject", its conversation');
    const words = ['--format', 'events', '--conversation', 'c9'];
    expect((await api.verbatim('import', file('e.json', event), ...words)).err).toContain(
      'leave out --conversation',
    );
  });
});

test('a file that is not there, or not UTF-8, is named; standard input needs a conversation', async () => {
  const none = await api.verbatim('import', join(directory, 'none.json'));
  expect(none.err).toContain('none.json cannot be read: there is no such file');
  writeFileSync(join(directory, 'latin.json'), Buffer.from('[{"a":"\xe9"}]', 'latin1'));
  const latin = await api.verbatim('import', join(directory, 'latin.json'));
  expect(latin.err).toContain('latin.json:1:2: not UTF-8 text');
  expect((await api.verbatim('import', '-')).err).toContain('say the conversation with --conversation');
  const old = await api.verbatim('import', join(directory, 'latin.json'), '--format', 'verbatim-export');
  expect(old.err).toContain('not built yet');
});
