import { Test } from '@nestjs/testing';
import { omissionId, type EventData } from '@verbatim/conversation';
import type { StoredEvent } from '@verbatim/conversation-store';
import { EVENT_LOG, PostgresEventLog, type LogPosition, type OutgoingRecord } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { SummarizerModule } from '../../apps/summarizer/summarizer.module';
import { WorkLoop } from '../../apps/summarizer/work-loop';
import { conversation, eventually, startRig, type SummarizerRig } from '../support/summarizer-rig';

const agentkit = { preset: 'agentkit' } as const;

let rig: SummarizerRig;

beforeEach(async () => {
  rig = await startRig();
});

afterEach(() => rig.close());

jest.setTimeout(60_000);

function dataOf<T extends 'CheckpointCreated' | 'ToolResultsFiltered'>(event: StoredEvent | undefined) {
  const { data } = JSON.parse(event?.payload?.toString() ?? '{}') as { data: EventData<T> };
  return data;
}

describe('summaries', () => {
  it('writes one summary for a burst of 120 messages, and gives it all that it stands for', async () => {
    const key = conversation('burst');
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 120);
    await rig.project();
    await rig.projected(key, 120);
    await rig.summarize();
    const { head, checkpoints } = await rig.settled(key, 120);
    expect(rig.openai.calls).toHaveLength(1);
    const asked = rig.openai.calls[0]?.body.messages.at(-1)?.content ?? '';
    for (const number of [0, 57, 109]) expect(asked).toContain(`message number ${number} of`);
    expect(asked).not.toContain('message number 110 of');
    expect(head).toMatchObject({ unpinned: 120, coverage: { through: 110 }, activeCheckpoints: 1 });
    expect(checkpoints).toHaveLength(1);
    expect(checkpoints[0]).toMatchObject({
      status: 'active',
      summary: 'Summary 1',
      summarizer: 'openai:gpt-4o-mini',
      range: { messages: { from: 0, to: 110 } },
    });
  });

  it('follows the table of SPEC 1', async () => {
    const key = conversation('table');
    await rig.project();
    await rig.summarize();
    await rig.assign(key, agentkit);
    const rows: [stored: number, live: number, checkpoints: number][] = [];
    for (const [from, to] of [
      [0, 99],
      [99, 100],
      [100, 110],
      [110, 120],
    ] as const) {
      await rig.chat(key, from, to - from);
      const { head } = await rig.settled(key, to);
      rows.push([head.messages, head.unpinned - head.coverage.through, head.checkpoints]);
    }
    expect(rows).toEqual([
      [99, 99, 0],
      [100, 10, 1],
      [110, 10, 2],
      [120, 10, 3],
    ]);
    expect(rig.openai.calls).toHaveLength(3);
  });

  it('loses nothing of what arrives while a summary is written, and keeps to one piece of work', async () => {
    const key = conversation('meanwhile');
    rig.openai.respondWith([{ kind: 'text', text: 'the first ninety', delayMs: 2_000 }]);
    await rig.project();
    await rig.summarize();
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 100);
    await eventually(async () => rig.openai.calls.length === 1);
    await rig.chat(key, 100, 20);
    await rig.projected(key, 120);
    expect((await rig.reader.figures(key)).work).toHaveLength(1);
    expect((await rig.reader.head(key))?.head.checkpoints).toBe(0);
    const { checkpoints } = await rig.settled(key, 120);
    expect(checkpoints.map(({ range }) => range.messages)).toEqual([
      { from: 0, to: 90 },
      { from: 90, to: 110 },
    ]);
    expect(rig.openai.calls).toHaveLength(2);
  });

  it('folds the summary before into the new one where the policy wants a single one', async () => {
    const key = conversation('single');
    await rig.project();
    await rig.summarize();
    await rig.assign(key, { preset: 'hpd-summarizing' });
    for (const [from, to] of [
      [0, 25],
      [25, 26],
      [26, 31],
      [31, 32],
    ] as const) {
      await rig.chat(key, from, to - from);
      await rig.settled(key, to);
    }
    expect(rig.openai.calls).toHaveLength(2);
    const asked = rig.openai.calls[1]?.body.messages.at(-1)?.content ?? '';
    expect(asked).toContain('<previous_summary>\nSummary 1');
    expect(asked.match(/message number \d+ of/g)).toEqual(
      [6, 7, 8, 9, 10, 11].map((number) => `message number ${number} of`),
    );
    const { checkpoints } = await rig.settled(key, 32);
    expect(checkpoints.map(({ status }) => status)).toEqual(['superseded', 'active']);
    expect(checkpoints[1]).toMatchObject({ range: { messages: { from: 0, to: 12 } }, summary: 'Summary 2' });
  });

  it('tries again where the LLM fails, and shows work that cannot succeed as failed at once', async () => {
    const key = conversation('failing');
    rig.openai.respondWith([
      { kind: 'status', status: 500 },
      { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
      { kind: 'text', text: 'at last' },
      { kind: 'status', status: 401, error: { message: 'no such key' } },
    ]);
    const context = rig.context();
    await rig.project();
    await rig.summarize(context);
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 100);
    const { checkpoints } = await rig.settled(key, 100);
    expect(checkpoints.map(({ summary }) => summary)).toEqual(['at last']);
    expect(rig.openai.calls).toHaveLength(3);
    expect(await context.metrics.render()).toMatch(/outcome="failed"} 2/);
    await rig.chat(key, 100, 10);
    const [failed] = await eventually(async () => {
      const { work } = await rig.reader.figures(key);
      return work.some((one) => one.failed) && work;
    });
    expect(failed).toMatchObject({ failures: 1, lastError: expect.stringContaining('no such key') });
    expect((await context.health.report()).components).toMatchObject({ summarizer: { status: 'degraded' } });
  });

  it('works without a key, and says so', async () => {
    const key = conversation('extractive');
    const context = rig.context({ openai: {} });
    await rig.project();
    await rig.summarize(context);
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 100);
    await rig.settled(key, 100);
    const [created] = await rig.journal(key, 'CheckpointCreated');
    expect(dataOf<'CheckpointCreated'>(created)).toMatchObject({ summarizer: 'extractive', usage: null });
    expect(rig.openai.calls).toHaveLength(0);
    const { components } = await context.health.report();
    expect(components['summarizer']).toMatchObject({ status: 'up', detail: 'extractive: no OPENAI_API_KEY' });
  });
});

describe('each piece once', () => {
  it('shares the work between two summarizers', async () => {
    const keys = Array.from({ length: 8 }, (_, number) => conversation(`shared-${number}`));
    rig.openai.respondWith(() => ({ kind: 'text', text: 'shared', delayMs: 30 }));
    await rig.project();
    for (const key of keys) {
      await rig.assign(key, agentkit);
      await rig.chat(key, 0, 100);
    }
    await Promise.all([rig.summarize(), rig.summarize()]);
    for (const key of keys) expect((await rig.settled(key, 100)).checkpoints).toHaveLength(1);
    expect(rig.openai.calls).toHaveLength(keys.length);
  });

  it('does work again whose worker died between the answer and its event, and one event counts', async () => {
    const key = conversation('dying');
    await rig.project();
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 100);
    let deaths = 0;
    class DyingLog extends PostgresEventLog {
      override async append(topic: string, records: readonly OutgoingRecord[]): Promise<LogPosition[]> {
        if ((deaths += 1) === 1) throw new Error('died before publishing');
        return super.append(topic, records);
      }
    }
    const testing = await Test.createTestingModule({ imports: [SummarizerModule.forRoot(rig.context())] })
      .overrideProvider(EVENT_LOG)
      .useFactory({ factory: (database: Database) => new DyingLog(database), inject: [Database] })
      .compile();
    const loop = testing.get(WorkLoop);
    loop.start();
    const { checkpoints } = await rig.settled(key, 100);
    await loop.stop(1_000);
    await testing.close();
    expect(deaths).toBe(2);
    expect(rig.openai.calls).toHaveLength(2);
    expect(checkpoints).toHaveLength(1);
    expect(await rig.journal(key, 'CheckpointCreated')).toHaveLength(1);
  });

  it('pays nothing for work whose event waits in the log for the projector', async () => {
    const key = conversation('waiting');
    const projector = await rig.project();
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 100);
    await rig.projected(key, 100);
    await projector.stop();
    const first = await rig.summarize();
    const high = async () => (await rig.log.partitions('conversation-events')).map((each) => each.high);
    const before = await high();
    await eventually(async () => String(await high()) !== String(before));
    await first.stop();
    await rig.database.query('UPDATE due_work SET leased_until = now()');
    await rig.summarize();
    await eventually(async () => {
      const [row] = await rig.database.query('SELECT FROM due_work WHERE leased_until > now()');
      return row !== undefined;
    });
    await rig.project();
    const { checkpoints } = await rig.settled(key, 100);
    expect(checkpoints).toHaveLength(1);
    expect(rig.openai.calls).toHaveLength(1);
  });

  it('releases its work when it is stopped during a call that does not end', async () => {
    const key = conversation('stopping');
    rig.openai.respondWith([{ kind: 'hang' }]);
    await rig.project();
    await rig.assign(key, agentkit);
    await rig.chat(key, 0, 100);
    const first = await rig.summarize(rig.context({ shutdownSeconds: 1 }));
    await eventually(async () => rig.openai.calls.length === 1);
    await first.stop();
    expect(await rig.queue.figures()).toMatchObject({ open: 1, leased: 0, failed: 0 });
    await rig.summarize();
    expect((await rig.settled(key, 100)).checkpoints).toHaveLength(1);
  });
});

describe('what the fold decided', () => {
  it('puts each omission on record once, and changes nothing by it', async () => {
    const key = conversation('omissions');
    await rig.project();
    await rig.summarize();
    await rig.assign(key, { toolResults: { keepRecent: 2, placeholder: '[Omitted {ref}]' } });
    const calls = Array.from({ length: 10 }, (_, index) => index + 1);
    await rig.send(key, [
      { id: 'u', data: { role: 'user', content: 'look at all of it' } },
      ...calls.flatMap((call) => [
        { id: `call-${call}`, data: { role: 'assistant', content: null, tool_calls: [toolCall(call)] } },
        {
          id: `result-${call}`,
          data: { role: 'tool', tool_call_id: `c${call}`, content: 'long '.repeat(90) },
        },
      ]),
      { id: 'a', data: { role: 'assistant', content: 'done' } },
    ]);
    const { head } = await rig.settled(key, 22);
    expect(head).toMatchObject({ results: 10, omittedThrough: 8, omissionsRecorded: 8, attempts: 0 });
    const events = await rig.journal(key, 'ToolResultsFiltered');
    const recorded = events.flatMap((event) => dataOf<'ToolResultsFiltered'>(event).results);
    expect(recorded.map(({ result }) => result)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(recorded[2]).toMatchObject({
      message: 'result-3',
      callId: 'c3',
      mode: 'omitted',
      replacement: '[Omitted result-3]',
      tokensBefore: expect.any(Number),
    });
    expect(recorded[2]?.tokensBefore).toBeGreaterThan(recorded[2]?.tokensAfter ?? Infinity);
    expect(rig.openai.calls).toHaveLength(0);
  });

  it('keeps an event within what one may have, however long the placeholder is', async () => {
    const key = conversation('long placeholder');
    await rig.project();
    await rig.assign(key, { toolResults: { keepRecent: 1, placeholder: 'x'.repeat(20_000) } });
    const calls = Array.from({ length: 60 }, (_, index) => index);
    await rig.send(key, [
      { id: 'u', data: { role: 'user', content: 'look at all of it' } },
      { id: 'calls', data: { role: 'assistant', content: null, tool_calls: calls.map(toolCall) } },
      ...calls.map((call) => ({
        id: `result-${call}`,
        data: { role: 'tool', tool_call_id: `c${call}`, content: `output ${call}` },
      })),
      { id: 'a', data: { role: 'assistant', content: 'done' } },
    ]);
    await rig.projected(key, 63);
    await rig.summarize();
    expect((await rig.settled(key, 63)).head.omissionsRecorded).toBe(59);
    const recorded = (await rig.journal(key, 'ToolResultsFiltered')).flatMap((event) =>
      dataOf<'ToolResultsFiltered'>(event).results.map(({ result }) => result),
    );
    expect(recorded).toEqual(calls.slice(1));
  });

  it('fails visibly where another event has taken the id of its own, as it could before events were signed', async () => {
    const key = conversation('taken id');
    await rig.project();
    await rig.assign(key, { toolResults: { keepRecent: 1 } });
    await rig.send(key, [
      { id: 'u', data: { role: 'user', content: 'look' } },
      ...[1, 2].flatMap((call) => [
        { id: `call-${call}`, data: { role: 'assistant', content: null, tool_calls: [toolCall(call)] } },
        { id: `result-${call}`, data: { role: 'tool', tool_call_id: `c${call}`, content: 'output' } },
      ]),
      { id: 'a', data: { role: 'assistant', content: 'done' } },
    ]);
    await rig.projected(key, 6);
    const head = (await rig.reader.head(key))?.head;
    if (!head) throw new Error('there is no head');
    await rig.send(key, [{ id: omissionId(head, 1), data: { role: 'user', content: 'mine' } }]);
    await rig.projected(key, 7);
    await rig.summarize();
    await eventually(async () => (await rig.reader.figures(key)).work.some(({ failures }) => failures > 0));
    const [work] = (await rig.reader.figures(key)).work;
    expect(work).toMatchObject({ mechanism: 'tool-results', lastError: expect.stringContaining('is taken') });
  });

  it('puts many omissions on record in several events', async () => {
    const key = conversation('batches');
    await rig.project();
    await rig.summarize();
    await rig.assign(key, { toolResults: { keepRecent: 1 } });
    const calls = Array.from({ length: 60 }, (_, turn) =>
      Array.from({ length: 10 }, (__, at) => turn * 10 + at),
    );
    await rig.send(key, [
      { id: 'u', data: { role: 'user', content: 'look at all of it' } },
      ...calls.flatMap((turn, index) => [
        { id: `turn-${index}`, data: { role: 'assistant', content: null, tool_calls: turn.map(toolCall) } },
        ...turn.map((call) => ({
          id: `result-${call}`,
          data: { role: 'tool', tool_call_id: `c${call}`, content: `output ${call}` },
        })),
      ]),
      { id: 'a', data: { role: 'assistant', content: 'done' } },
    ]);
    const { head } = await rig.settled(key, 662);
    expect(head).toMatchObject({ omittedThrough: 599, omissionsRecorded: 599, attempts: 0 });
    const events = await rig.journal(key, 'ToolResultsFiltered');
    const sizes = events.map((event) => dataOf<'ToolResultsFiltered'>(event).results.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    const recorded = events.flatMap((event) => dataOf<'ToolResultsFiltered'>(event).results);
    expect(recorded.map(({ result }) => result)).toEqual(
      Array.from({ length: 599 }, (_, index) => index + 1),
    );
  });

  it('puts cuts on record, without an LLM and without changing the view', async () => {
    const key = conversation('cuts');
    await rig.project();
    await rig.assign(key, { preset: 'hpd-counting', targetMessageCount: 4, summarizationThreshold: 1 });
    await rig.chat(key, 0, 14);
    await rig.projected(key, 14);
    const decided = await rig.reader.head(key);
    expect(decided?.head.unrecordedCuts.length).toBeGreaterThan(1);
    await rig.summarize();
    const { head, checkpoints } = await rig.settled(key, 14);
    expect(head).toMatchObject({ unrecordedCuts: [], viewVersion: decided?.head.viewVersion, attempts: 0 });
    expect(checkpoints.every(({ recordedAt }) => recordedAt !== null)).toBe(true);
    const events = await rig.journal(key, 'CheckpointCreated');
    expect(events.map(({ eventId }) => eventId)).toEqual(decided?.head.unrecordedCuts);
    expect(rig.openai.calls).toHaveLength(0);
  });

  it('shows a summariser the placeholder where the view shows it, and names the tools', async () => {
    const key = conversation('both');
    await rig.project();
    await rig.summarize();
    await rig.assign(key, {
      history: { triggerAt: 6, keepRecent: 1, retriggerAt: 6 },
      toolResults: { keepRecent: 1 },
    });
    await rig.send(key, [
      { id: 's', data: { role: 'system', content: 'pinned words' } },
      { id: 'u', data: { role: 'user', content: 'go' } },
      ...[1, 2].flatMap((call) => [
        { id: `call-${call}`, data: { role: 'assistant', content: null, tool_calls: [toolCall(call)] } },
        { id: `result-${call}`, data: { role: 'tool', tool_call_id: `c${call}`, content: `output ${call}` } },
      ]),
      { id: 'a', data: { role: 'assistant', content: 'done' } },
      { id: 'u2', data: { role: 'user', content: 'thanks' } },
    ]);
    await rig.settled(key, 8);
    const asked = rig.openai.calls[0]?.body.messages.at(-1)?.content ?? '';
    expect(asked).toContain('<message ref="result-1" role="tool" name="look">\n[Omitted]');
    expect(asked).toContain('<message ref="result-2" role="tool" name="look">\noutput 2');
    expect(asked).not.toContain('output 1');
    expect(asked).not.toContain('pinned words');
  });
});

function toolCall(number: number) {
  return { id: `c${number}`, type: 'function', function: { name: 'look', arguments: `{"at":${number}}` } };
}
