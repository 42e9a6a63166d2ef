import { randomUUID } from 'node:crypto';
import { call, type Problem } from '../../support/conversation-client';
import type { Served } from '../../support/api-shapes';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { onEachLog } from './support/on-each-log';

jest.setTimeout(120_000);

const asked = (content: string) => ({ role: 'user', content });

onEachLog('a context that is asked for right after an append', (world) => {
  /** As two requests of curl: nothing of the first answer goes into the second. */
  async function appendAndAsk(id: string, content: string, url = world().url) {
    const path = `/v1/conversations/${id}`;
    const appended = await call(url, 'POST', `${path}/messages`, { messages: [asked(content)] });
    expect(appended.status).toBe(202);
    const { status, body } = await call<Served>(url, 'POST', `${path}/context`, { model: 'gpt-4o' });
    return { status, last: body.body?.messages.at(-1), degraded: body.degraded };
  }

  /** Asks for a context of it that waits for nothing, or for what `after` names. */
  async function ask(url: string, id: string, after?: string) {
    const request = { model: 'gpt-4o', ...(after === undefined ? {} : { after }) };
    const { status, body } = await call<Served & Problem>(
      url,
      'POST',
      `/v1/conversations/${id}/context`,
      request,
    );
    return {
      status,
      code: body.code,
      detail: body.detail,
      messages: body.body?.messages,
      degraded: body.degraded,
    };
  }

  const fresh = (content: string) => ({ status: 200, last: asked(content), degraded: [] });

  it('holds the message, on a new conversation and on one that has some', async () => {
    await world().start('projector', 'context-builder');
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await appendAndAsk(`new-${randomUUID()}`, 'Hello')).toEqual(fresh('Hello'));
      expect(await appendAndAsk('old', `question ${turn}`)).toEqual(fresh(`question ${turn}`));
    }
  });

  it('is served whatever became of what was acknowledged', async () => {
    await world().start('projector', 'context-builder');
    const conversation = world().conversation();
    await conversation.append([asked('first')], ['m1']);
    await conversation.append([asked('another body')], ['m1']);
    const { body, degraded } = await conversation.context();
    expect([body.messages, degraded]).toEqual([[asked('first')], []]);
    const key = { tenant: 'default', conversation: conversation.id };
    await world().publish(key, { id: 'newer', dataversion: 99, data: asked('from the future') });
    await conversation.append([asked('behind it')]);
    expect((await conversation.context()).body.messages).toEqual([asked('first')]);
    expect((await conversation.state()).parked).toMatchObject({ code: 'event-version-unknown' });
  });

  it('says that an id nobody published is unknown, and that a cursor is none of this log', async () => {
    await world().start('projector', 'context-builder');
    const conversation = world().conversation();
    await conversation.append([asked('first')]);
    for (const [after, status, code] of [
      ['zzz', 404, 'event-unknown'],
      ['log:conversation-events/99/1-1', 404, 'cursor-unknown'],
      ['log:conversation-events/0/900000-900000', 404, 'cursor-unknown'],
    ] as const) {
      expect(await ask(world().url, conversation.id, after)).toMatchObject({ status, code });
    }
  });

  it('without a projector says what may be missing, of what was appended to another service too', async () => {
    await world().start('projector', 'context-builder');
    const one = world().url;
    await world().start('context-builder');
    const other = world().url;
    const id = 'shared';
    expect(await appendAndAsk(id, 'first', one)).toEqual(fresh('first'));
    await world().stop('projector');

    const path = `/v1/conversations/${id}/messages`;
    await call(one, 'POST', path, { messages: [asked('second'), asked('third')] });
    const stale = { status: 200, messages: [asked('first')] };
    const notWaited = {
      code: 'not-waited',
      detail: '2 acknowledged events may be missing: `after` is "none"',
    };
    expect(await ask(one, id, 'none')).toMatchObject({ ...stale, degraded: [notWaited] });
    // What one announces is heard by the others a moment later.
    await waitUntil('the other service has heard of it', async () => {
      const { degraded } = await ask(other, id, 'none');
      return degraded.length === 1;
    });
    expect(await ask(other, id, 'none')).toMatchObject({ ...stale, degraded: [notWaited] });
    for (const url of [one, other]) {
      const degraded = [{ code: 'projection-behind', detail: expect.stringContaining('2 acknowledged') }];
      expect(await ask(url, id)).toMatchObject({ ...stale, degraded });
    }
    const nothing = await call(one, 'POST', '/v1/conversations/unseen/messages', {
      messages: [asked('first')],
    });
    expect(nothing.status).toBe(202);
    expect(await ask(one, 'unseen')).toMatchObject({ status: 503, code: 'projection-behind' });
    expect(await ask(one, 'nobody')).toMatchObject({ status: 404, code: 'conversation-not-found' });

    const waiting = Promise.all([ask(other, id, 'none'), world().start('projector')]);
    await waitUntil('the projector moves', async () => (await ask(one, 'unseen')).status === 200);
    await waiting;
    const whole = { status: 200, messages: ['first', 'second', 'third'].map(asked), degraded: [] };
    expect(await ask(other, id)).toMatchObject(whole);
    expect(await ask(one, id, 'none')).toMatchObject(whole);
  });
});
