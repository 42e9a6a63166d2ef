import { createHash, randomUUID } from 'node:crypto';
import { Database } from '@verbatim/postgres';
import request from 'supertest';
import { startServices, type RunningServices } from '../support/services';

const BIG = '{"role":"user","content":"hi", "n": 9007199254740993.0, "z":1, "1":2}';

let services: RunningServices;
let api: ReturnType<typeof request>;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  api = request(services.url);
}, 60_000);

afterAll(() => services.stop());

function newId(): string {
  return `chat/${randomUUID()}`;
}

function at(conversation: string, rest = ''): string {
  return `/v1/conversations/${encodeURIComponent(conversation)}${rest}`;
}

async function append(conversation: string, body: object | string, headers: Record<string, string> = {}) {
  return api
    .post(at(conversation, '/messages'))
    .set({ 'content-type': 'application/json', ...headers })
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

async function context(conversation: string, body: object) {
  return api.post(at(conversation, '/context')).send({ model: 'gpt-4o', ...body });
}

/** Appends and waits until the projection holds it. */
async function appended(conversation: string, body: object | string): Promise<string[]> {
  const { status, body: answer } = await append(conversation, body);
  expect(status).toBe(202);
  const { status: ready, body: problem } = await context(conversation, {
    after: answer.cursor,
    openCalls: 'placeholder',
  });
  expect([ready, problem.code]).toEqual([200, undefined]);
  return answer.events.map(({ id }: { id: string }) => id);
}

const hello = { role: 'user', content: 'hello' };
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('appending', () => {
  it('keeps messages exactly as they came, with their order and marks', async () => {
    const id = newId();
    const sent = `{"messages":[${BIG},{"role":"assistant","content":"yes"}],"system":"Be brief","runs":[{"runId":"r1","iteration":1},{}]}`;
    const ids = await appended(id, sent);
    const { text, body } = await api.get(at(id, '/history'));
    expect(text).toContain(`"message":${BIG}}`);
    expect(body.items.map((item: { id: string }) => item.id)).toEqual(ids);
    expect(body.items.map((item: { role: string }) => item.role)).toEqual(['system', 'user', 'assistant']);
    const events = await api.get(at(id, '/history?format=events'));
    expect(events.text).toContain('9007199254740993.0');
    expect(events.body.items[2]).toMatchObject({ status: 'applied', data: { runId: 'r1', iteration: 1 } });
    const one = await api.get(at(id, `/messages/${ids[1]}`));
    expect(one.text).toContain(`"message":${BIG}}`);
  });

  it('changes nothing when the same ids, key or system prompt come again', async () => {
    const id = newId();
    const body = { messages: [hello], system: 'Be brief' };
    const first = await append(id, body, { 'idempotency-key': 'k' });
    const again = await append(id, body, { 'idempotency-key': 'k' });
    expect(again.body.events).toEqual(first.body.events);
    await context(id, { after: again.body.cursor });
    const { body: state } = await api.get(at(id));
    expect(state).toMatchObject({ id, messages: 2, live: 1, conflicts: 0, position: state.head });
  });

  it('answers 202 and then 409 where an id comes again with another body', async () => {
    const id = newId();
    await appended(id, { messages: [hello], ids: ['m1'] });
    const other = await append(id, { messages: [{ role: 'user', content: 'other' }], ids: ['m1'] });
    expect(other.status).toBe(202);
    const { status, body } = await context(id, { after: other.body.cursor });
    expect([status, body.code]).toEqual([409, 'event-conflict']);
    expect((await api.get(at(id))).body.conflicts).toBe(1);
    const { body: letters } = await api.get('/v1/dead-letters?limit=1000');
    expect(letters.items.at(-1)).toMatchObject({ kind: 'conflict', conversation: id, event: 'm1' });
    const shown = await api.get(`/v1/dead-letters/${letters.items.at(-1).id}`);
    expect(shown.body).toEqual({ ...letters.items.at(-1), became: null });
  });

  it('takes CloudEvents, alone and in batches', async () => {
    const id = newId();
    const event = { type: 'MessageAppended', subject: id, data: hello };
    const one = await api
      .post('/v1/events')
      .set('content-type', 'application/cloudevents+json')
      .send(JSON.stringify({ ...event, id: 'e1' }));
    const batch = await api
      .post('/v1/events')
      .set({ 'content-type': 'application/cloudevents-batch+json', 'idempotency-key': 'b' })
      .send(JSON.stringify([event, { ...event, data: { role: 'assistant', content: 'yes' } }]));
    expect([one.body.events, batch.body.events]).toEqual([[{ id: 'e1' }], [{ id: 'b-0' }, { id: 'b-1' }]]);
    await context(id, { after: batch.body.cursor });
    expect((await api.get(at(id))).body.messages).toBe(3);
  });

  it('knows which events are in the journal, of the tenant who asks', async () => {
    const id = newId();
    await appended(id, { messages: [hello], ids: ['m1'] });
    const ask = (headers: Record<string, string>) =>
      api
        .post('/v1/events/known')
        .set(headers)
        .send({
          events: [
            { subject: id, id: 'm2' },
            { subject: newId(), id: 'm1' },
            { subject: id, id: 'm1' },
          ],
        });
    expect((await ask({})).body).toEqual({ events: [{ subject: id, id: 'm1' }] });
    expect((await ask({ 'x-tenant-id': 'acme' })).body).toEqual({ events: [] });
  });

  it('keeps tenants apart', async () => {
    const id = newId();
    await appended(id, { messages: [hello] });
    const tenant = { 'x-tenant-id': 'acme' };
    expect((await api.get(at(id)).set(tenant)).status).toBe(404);
    const event = JSON.stringify({ type: 'MessageAppended', subject: id, data: hello, tenantid: 'other' });
    const sent = api.post('/v1/events').set({ 'content-type': 'application/cloudevents+json', ...tenant });
    expect((await sent.send(event)).body.code).toBe('tenant-forbidden');
    const { status } = await append(id, { messages: [hello] }, tenant);
    expect(status).toBe(202);
  });
});

describe('describing', () => {
  async function describeAs(conversation: string, body: object, headers: Record<string, string> = {}) {
    return api.patch(at(conversation)).set(headers).send(body);
  }

  it('gives a conversation a title, a user and metadata before its first message, and changes no context', async () => {
    const id = newId();
    const said = { title: 'Lost \0 parcel', user: 'ann', metadata: { project: 'returns', size: 2 } };
    const first = await describeAs(id, said, { 'idempotency-key': 'd' });
    const again = await describeAs(id, said, { 'idempotency-key': 'd' });
    expect([first.status, again.body.events]).toEqual([202, first.body.events]);
    const [event] = await appended(id, { messages: [hello] });
    const before = await api.get(at(id));
    expect(before.body).toMatchObject({ id, ...said, messages: 1, conflicts: 0 });
    expect(Date.parse(before.body.createdAt)).toBeLessThanOrEqual(Date.parse(before.body.updatedAt));
    const served = await context(id, { after: event });
    const { body: changed } = await describeAs(id, { title: null, metadata: { size: null, open: true } });
    const unchanged = await context(id, { after: changed.cursor });
    expect(unchanged.body.sha256).toBe(served.body.sha256);
    const { body: state } = await api.get(at(id));
    expect(state).toMatchObject({ title: null, user: 'ann', viewVersion: before.body.viewVersion });
    expect(state.metadata).toEqual({ project: 'returns', open: true });
    const { body: listed } = await api.get('/v1/conversations?user=ann&metadata.open=true&order=newest');
    const { title, user, metadata, createdAt, updatedAt } = state;
    expect(listed.items).toEqual([
      expect.objectContaining({ id, title, user, metadata, createdAt, updatedAt }),
    ]);
  });

  it('takes the event of a producer, and journals one over a limit as refused', async () => {
    const id = newId();
    const keys = (from: number) => Array.from({ length: 40 }, (_, key) => [`k${from + key}`, key]);
    const event = (from: number) => ({
      type: 'ConversationDescribed',
      subject: id,
      data: { metadata: Object.fromEntries(keys(from)) },
    });
    const sent = await api
      .post('/v1/events')
      .set('content-type', 'application/cloudevents-batch+json')
      .send(JSON.stringify([event(0), event(40)]));
    expect(sent.status).toBe(202);
    const { body } = await context(id, { after: sent.body.cursor });
    expect([body.code, body.detail]).toEqual(['event-refused', expect.stringContaining('80 keys')]);
    expect((await api.get(at(id))).body.metadata).toEqual(event(0).data.metadata);
  });

  it.each([
    [{}, 'give `title`, `user` or `metadata`'],
    [{ titel: 'x' }, 'titel'],
    [{ title: 7 }, 'title'],
    [{ user: 'x'.repeat(257) }, 'user'],
    [{ metadata: { a: [] } }, 'metadata.a'],
  ])('refuses %j', async (body, reason) => {
    const { status, body: problem } = await describeAs(newId(), body);
    expect([status, problem.code]).toEqual([400, 'request-invalid']);
    expect(problem.detail).toContain(reason);
  });

  it.each([
    'metadata=x',
    'metadata.=x',
    'page=2',
    'toString=1',
    'order=best',
    'order=newest&after=x',
    'user=',
  ])('refuses to list %s', async (query) => {
    const { status, body } = await api.get(`/v1/conversations?${query}`);
    expect([status, body.code]).toEqual([400, 'request-invalid']);
    expect(body.detail).toMatch(/metadata|page|toString|order|after|user/);
  });

  it('lists calls and dead letters newest first', async () => {
    const id = newId();
    await appended(id, { messages: [hello] });
    for (const callId of ['one', 'two']) await context(id, { callId: `${id}-${callId}` });
    const callsAt = async (path: string): Promise<string[]> => {
      const { body } = await api.get(path);
      return body.items.map((item: { callId: string }) => item.callId);
    };
    const oldest = await callsAt(at(id, '/calls'));
    expect(oldest.slice(-2)).toEqual([`${id}-one`, `${id}-two`]);
    expect(await callsAt(at(id, '/calls?order=newest'))).toEqual(oldest.toReversed());
    expect(await callsAt('/v1/calls?order=newest&limit=2')).toEqual([`${id}-two`, `${id}-one`]);
    expect((await api.get('/v1/dead-letters?order=newest')).status).toBe(200);
  });
});

describe('bad input', () => {
  const event = (fields: object): string =>
    JSON.stringify({ type: 'MessageAppended', subject: 'c', data: hello, ...fields });
  const compaction = { type: 'CheckpointCreated', data: {} };
  const policy = { type: 'PolicyAssigned', data: {} };

  it.each([
    ['malformed JSON', '/v1/conversations/c/messages', '{"messages":[', 400, 'request-invalid'],
    [
      'an unknown key',
      '/v1/conversations/c/messages',
      { messages: [hello], mesages: [] },
      400,
      'request-invalid',
    ],
    ['no messages', '/v1/conversations/c/messages', { messages: [] }, 400, 'request-invalid'],
    ['too few ids', '/v1/conversations/c/messages', { messages: [hello], ids: [] }, 400, 'request-invalid'],
    [
      'an unknown role',
      '/v1/conversations/c/messages',
      { messages: [hello, { role: 'robot', content: '' }] },
      400,
      'event-invalid',
    ],
    [
      'a message of another format than it says',
      '/v1/conversations/c/messages',
      { format: 'agent-zero', messages: [hello] },
      400,
      'event-invalid',
    ],
    [
      'an id that our services derive',
      '/v1/conversations/c/messages',
      { messages: [hello], ids: ['checkpoint.0-90.0123456789abcdef.0'] },
      400,
      'event-invalid',
    ],
    [
      'too many',
      '/v1/conversations/c/messages',
      { messages: Array.from({ length: 1001 }, () => hello) },
      413,
      'too-large',
    ],
    [
      'a text too long',
      '/v1/conversations/c/messages',
      { messages: [{ role: 'user', content: 'x'.repeat(524_289) }] },
      413,
      'too-large',
    ],
    ['a body too long', '/v1/conversations/c/messages', ' '.repeat(32 * 1024 * 1024 + 1), 413, 'too-large'],
    ['not a CloudEvent', '/v1/events', '{"hello":1}', 400, 'event-invalid'],
    ['an unknown type', '/v1/events', event({ type: 'Nonsense' }), 400, 'event-type-unknown'],
    ['a newer version', '/v1/events', event({ dataversion: 99 }), 400, 'event-version-unknown'],
    ['a producer compacting', '/v1/events', event(compaction), 403, 'event-not-allowed'],
    ['a producer assigning policies', '/v1/events', event(policy), 403, 'event-not-allowed'],
    [
      'a type not folded yet',
      '/v1/events',
      event({ type: 'ConversationRewound', data: { to: 1 } }),
      422,
      'event-unsupported',
    ],
    [
      'a missing conversation',
      '/v1/conversations/none/context',
      { model: 'gpt-4o' },
      404,
      'conversation-not-found',
    ],
    ['an unknown model', '/v1/conversations/none/context', { model: 'gpt-99' }, 422, 'model-unknown'],
    [
      'a call id that no address can name',
      '/v1/conversations/none/context',
      String.raw`{"model":"gpt-4o","callId":"\ud800"}`,
      400,
      'request-invalid',
    ],
    [
      'two pending messages of one id',
      '/v1/conversations/none/context',
      {
        model: 'gpt-4o',
        pending: ['one', 'two'].map((content) => ({ id: 'p', message: { ...hello, content } })),
      },
      400,
      'request-invalid',
    ],
    ['an unknown route', '/v1/conversations/c/fork', {}, 404, 'route-not-found'],
    ['a wrong method', '/v1/policies', {}, 405, 'method-not-allowed'],
  ])('%s', async (_, path, body, status, code) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await api.post(path).set('content-type', 'application/json').send(text);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect([answer.status, answer.body.status, answer.body.code]).toEqual([status, status, code]);
  });

  it('names the message and takes none of the batch', async () => {
    const id = newId();
    const { body } = await append(id, { messages: [hello, { role: 'robot' }] });
    expect(body).toMatchObject({ code: 'event-invalid', index: 1 });
    expect(body.detail).toContain('messages[1]: data.role: "robot" is not a role');
    expect((await api.get(at(id))).status).toBe(404);
  });

  it('refuses bytes that are not UTF-8, and bodies that browsers send without asking', async () => {
    const answer = await fetch(`${services.url}${at('c', '/messages')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"messages":["\xff"]}', 'latin1'),
    });
    expect(await answer.json()).toMatchObject({
      status: 400,
      code: 'request-invalid',
      detail: 'the body is not UTF-8',
    });
    const { body } = await append('c', { messages: [hello] }, { 'content-type': 'text/plain' });
    expect(body.detail).toContain('content-type');
  });

  it('refuses unknown and wrong query parameters by name', async () => {
    const unknown = await api.get('/v1/conversations?page=2');
    const wrong = await api.get(at('c', '/history?limit=0'));
    expect([unknown.body.code, wrong.body.code]).toEqual(['request-invalid', 'request-invalid']);
    expect([unknown.body.detail, wrong.body.detail].join()).toMatch(/page.*limit/);
  });
});

describe('reading', () => {
  it('pages through a history and the conversations', async () => {
    const id = newId();
    const messages = Array.from({ length: 7 }, (_, index) => ({ role: 'user', content: `${index}` }));
    await appended(id, { messages });
    const seen: string[] = [];
    for (let from: string | null = '1'; from !== null;) {
      const { body }: request.Response = await api.get(at(id, `/history?limit=3&from=${from}`));
      seen.push(...body.items.map((item: { message: { content: string } }) => item.message.content));
      from = body.next;
    }
    expect(seen).toEqual(messages.map(({ content }) => content));
    const listed: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const { body }: request.Response = await api.get(`/v1/conversations?limit=2${query}`);
      listed.push(...body.items.map((item: { id: string }) => item.id));
      after = body.next;
    }
    expect(listed).toContain(id);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('serves a context with its receipt, as JSON and as bytes', async () => {
    const id = newId();
    await appended(id, `{"messages":[${BIG}]}`);
    const json = await context(id, { callId: `${id}-1` });
    expect(json.text).toContain(`"body":{"messages":[${BIG}]}`);
    const bytes = await api
      .post(at(id, '/context'))
      .set('accept', 'application/octet-stream')
      .send({ model: 'gpt-4o', callId: `${id}-1` })
      .responseType('blob');
    expect(bytes.body.toString()).toBe(`{"messages":[${BIG}]}`);
    expect(bytes.headers['x-verbatim-sha256']).toBe(json.body.sha256);
    const call = `/v1/calls/${encodeURIComponent(`${id}-1`)}`;
    for (const by of ['segments', 'fold']) {
      const rebuilt = await api.get(`${call}/context?by=${by}`).responseType('blob');
      expect(rebuilt.body.toString()).toBe(`{"messages":[${BIG}]}`);
    }
    expect((await api.get(`${call}/verify`)).body).toMatchObject({ segments: 'ok', fold: 'ok' });
    expect((await api.get(call)).body.sha256).toBe(json.body.sha256);
    const { body: calls } = await api.get(at(id, '/calls'));
    expect(calls.items.at(-1)).toMatchObject({ callId: `${id}-1`, sha256: json.body.sha256 });
  });

  it('leaves out what an SDK dumps as null, and makes a context of engine 3 again as it was, with it', async () => {
    const id = newId();
    const answer = '{"content":"hi","refusal":null,"role":"assistant","annotations":[],"tool_calls":null}';
    await appended(id, `{"messages":[${JSON.stringify(hello)},${answer}]}`);
    const served = await context(id, { callId: `${id}-nulls` });
    expect(served.body.body.messages).toEqual([hello, { content: 'hi', role: 'assistant' }]);
    expect(served.body.repairs).toMatchObject([{ code: 'unused-members' }]);
    expect((await api.get(at(id, '/history'))).text).toContain(`"message":${answer}}`);
    const call = `/v1/calls/${encodeURIComponent(`${id}-nulls`)}`;
    const proven = { segments: 'ok', fold: 'ok', differences: [] };
    expect((await api.get(`${call}/verify`)).body).toMatchObject(proven);

    const sha256 = (text: string) => createHash('sha256').update(text).digest();
    const body = `{"messages":[${JSON.stringify(hello)},${answer}]}`;
    const { body: receipt } = await api.get(call);
    receipt.segments[1].sha256 = sha256(answer).toString('hex');
    const former = { ...receipt, engine: 3, sha256: sha256(body).toString('hex'), repairs: [] };
    const database = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 1 });
    await database.query('UPDATE receipts SET document = $2 WHERE call_id = $1', [
      `${id}-nulls`,
      JSON.stringify(former),
    ]);
    await database.query("INSERT INTO segments VALUES ('default', $1, $2, $3)", [
      id,
      sha256(answer),
      Buffer.from(answer),
    ]);
    await database.close();
    expect((await api.get(`${call}/verify`)).body).toMatchObject(proven);
    expect((await api.get(`${call}/context?by=fold`)).text).toBe(body);
  });

  it('knows what a runtime says it sent: the bytes, their canonical form, or something else', async () => {
    const id = newId();
    await appended(id, { messages: [hello] });
    const { sha256, canonicalSha256, callId } = (await context(id, {})).body;
    const call = `/v1/calls/${encodeURIComponent(callId)}`;
    const verdict = async (): Promise<unknown> => (await api.get(`${call}/verify`)).body.sent;
    const say = async (said: string): Promise<unknown> =>
      (await api.post(`${call}/sent`).send({ sha256: said })).body;
    expect(await verdict()).toBe('unknown');
    expect(await say(sha256)).toEqual({ callId, sent: 'ok' });
    expect(await say(canonicalSha256)).toEqual({ callId, sent: 'ok' });
    expect(await verdict()).toBe('ok');
    expect(await say('0'.repeat(64))).toEqual({ callId, sent: 'differs' });
    expect(await verdict()).toBe('differs');
    expect(await say('abc')).toMatchObject({ code: 'request-invalid' });
    expect((await api.post('/v1/calls/none/sent').send({ sha256 })).body.code).toBe('call-not-found');
  });
});

describe('pending messages', () => {
  it('are left out where the conversation has them already, at the position asked for', async () => {
    const id = newId();
    const messages = [hello, { role: 'assistant', content: 'yes' }, { role: 'user', content: 'go on' }];
    await appended(id, { messages, ids: ['m1', 'm2', 'm3'] });
    const pending = [{ id: 'm3', message: messages[2] }];
    const served = async (more: object): Promise<unknown> =>
      (await context(id, { pending, ...more })).body.body.messages;
    expect(await served({})).toEqual(messages);
    expect(await served({ at: 3 })).toEqual(messages);
  });

  it.each([
    ['an id that no event may have', { id: '\0', message: hello }, 400, 'event-invalid'],
    ['a text too long', { id: 'p', message: { ...hello, content: 'x'.repeat(524_289) } }, 413, 'too-large'],
    [
      'nesting too deep',
      `{"id":"p","message":{"role":"user","content":"","x":${lists(20_000)}}}`,
      413,
      'too-large',
    ],
    ['an unknown role', { id: 'p', message: { role: 'robot' } }, 400, 'event-invalid'],
  ])('could be appended: not with %s', async (_, pending, status, code) => {
    const id = newId();
    await appended(id, { messages: [hello] });
    const text = typeof pending === 'string' ? pending : JSON.stringify(pending);
    const answer = await api
      .post(at(id, '/context'))
      .set('content-type', 'application/json')
      .send(`{"model":"gpt-4o","pending":[${text}]}`);
    expect([answer.status, answer.body.code, answer.body.index]).toEqual([status, code, 0]);
  });
});

describe('policies', () => {
  const counting = { preset: 'hpd-counting', targetMessageCount: 2, summarizationThreshold: 1 };

  it('assigns a document before the first message, which then cuts', async () => {
    const id = newId();
    const put = await api.put(at(id, '/policy')).send(counting);
    expect(put.status).toBe(202);
    const messages = Array.from({ length: 6 }, (_, index) => ({ role: 'user', content: `${index}` }));
    await appended(id, { messages });
    const { body: state } = await api.get(at(id));
    expect(state.policy).toMatchObject({ name: null, version: put.body.version, origin: 'assigned' });
    expect(state.messages).toBe(6);
    expect(state.live).toBeLessThan(4);
    const { body: checkpoints } = await api.get(at(id, '/checkpoints'));
    const [cut] = checkpoints.items;
    expect(cut).toMatchObject({ messages: { from: 0 }, summary: null, strategy: 'none' });
    const { body: covered } = await api.get(at(id, `/checkpoints/${cut.id}/messages?limit=1`));
    expect(covered.items).toHaveLength(1);
    expect(covered.items[0].message).toEqual(messages[0]);
    expect(covered.next).toEqual(expect.any(String));
    const active = checkpoints.items.find((item: { status: string }) => item.status === 'active');
    const revoked = await api.post(at(id, `/checkpoints/${active.id}/revoke`));
    expect(revoked.status).toBe(202);
    await context(id, { after: revoked.body.cursor });
    const again = await api.post(at(id, `/checkpoints/${active.id}/revoke`));
    expect([again.status, again.body.code]).toEqual([409, 'event-refused']);
  });

  it('refuses a YAML policy that contains itself', async () => {
    const put = api.put('/v1/policies/mine').set('content-type', 'application/yaml');
    expect((await put.send('&a [*a]\n')).body).toMatchObject({ status: 400, code: 'request-invalid' });
  });

  it('keeps named policies, in YAML too, and tells followers of a changed default', async () => {
    const tenant = { 'x-tenant-id': `tenant-${randomUUID()}` };
    const id = newId();
    const first = await append(id, { messages: [hello] }, tenant);
    await api.post(at(id, '/context')).set(tenant).send({ model: 'gpt-4o', after: first.body.cursor });
    const yaml = 'preset: hpd-counting\ntargetMessageCount: 4\n';
    const put = await api
      .put('/v1/policies/mine')
      .set({ ...tenant, 'content-type': 'application/yaml' })
      .send(yaml);
    expect([put.status, put.body.policy.history.keepRecent]).toEqual([202, 4]);
    const chosen = await api.put('/v1/policies/default').set(tenant).send({ name: 'mine' });
    expect(chosen.body).toEqual({ name: 'mine', version: put.body.version, conversations: 1 });
    const { body: list } = await api.get('/v1/policies').set(tenant);
    const names = list.items.map((item: { name: string }) => item.name);
    expect(names).toEqual([
      'agent-mcp',
      'agent-zero',
      'agentkit',
      'chainlite',
      'hpd-counting',
      'hpd-summarizing',
      'mine',
      'window-only',
    ]);
    expect(list.items.filter((item: { default: boolean }) => item.default)).toHaveLength(1);
    const second = await append(id, { messages: [hello] }, tenant);
    await api.post(at(id, '/context')).set(tenant).send({ model: 'gpt-4o', after: second.body.cursor });
    expect((await api.get(at(id)).set(tenant)).body.policy).toMatchObject({
      name: 'mine',
      origin: 'default',
    });
  });

  it.each([
    [{ preset: 'agentkit', history: { triggerAt: 5, keepRecent: 9 } }, 'policy-invalid'],
    [{ preset: 'agent-zero', CURRENT_TOPIC_RATIO: 0.6 }, 'policy-invalid'],
    [{ plugins: ['nobody'] }, 'plugin-unknown'],
  ])('refuses %j', async (document, code) => {
    const { status, body } = await api.put('/v1/policies/bad').send(document);
    expect([status, body.code]).toEqual([422, code]);
  });

  it('answers 404 for an unknown name and refuses the name default for a document', async () => {
    expect((await api.put(at('c', '/policy')).send({ name: 'none' })).body.code).toBe('policy-not-found');
    expect((await api.put('/v1/policies/default').send(counting)).body.code).toBe('request-invalid');
  });
});

describe('models', () => {
  it("keeps a tenant's entry over the shipped ones", async () => {
    const tenant = { 'x-tenant-id': `tenant-${randomUUID()}` };
    const entry = { id: 'org/own', provider: 'me', maxContext: { tokens: 100 } };
    const put = await api.put('/v1/models/org%2Fown').set(tenant).send(entry);
    expect([put.status, put.body.encoding]).toEqual([200, 'o200k_base']);
    const ids = async (headers: Record<string, string>): Promise<string[]> =>
      (await api.get('/v1/models').set(headers)).body.items.map((item: { id: string }) => item.id);
    expect(await ids(tenant)).toEqual(expect.arrayContaining(['gpt-4o', 'org/own']));
    expect(await ids({})).not.toContain('org/own');
    expect((await api.put('/v1/models/other').set(tenant).send(entry)).body.code).toBe('request-invalid');
  });
});

describe('the description', () => {
  it('has every route, and a page that needs nothing from elsewhere', async () => {
    const { body } = await api.get('/openapi.json');
    expect(Object.keys(body.paths)).toContain('/v1/conversations/{id}/context');
    expect(body.paths['/v1/policies/{name}'].put.description).toContain('application/yaml');
    const { text, headers } = await api.get('/docs');
    expect(text).toContain('href="/openapi.json"');
    expect(text).not.toMatch(/(src|href)="https?:/);
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});
