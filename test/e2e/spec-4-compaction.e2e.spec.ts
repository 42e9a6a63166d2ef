import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../apps/cli/testing/command-run';
import { call, ConversationClient, report, type Message, type Served } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

let openai: OpenAiServer;
let services: RunningServices;

beforeAll(async () => {
  openai = await startOpenAiServer();
  services = await startServices({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl } });
});

afterAll(async () => {
  await services.stop();
  await openai.close();
});

const output = (characters: number, name = 'out'): string => `${name}: `.padEnd(characters, 'found it, ');

const asks = (id: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: '{}' } }],
});
const answers = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content });
const question: Message = { role: 'user', content: 'Which visa does a Swiss baker need?' };
const done: Message = { role: 'assistant', content: 'None.' };

/** A run with an iteration for each output, and its end. */
function run(name: string, ...outputs: readonly string[]): Message[] {
  const steps = outputs.flatMap((text, at) => [asks(`${name}${at}`), answers(`${name}${at}`, text)]);
  return [question, ...steps, done];
}

const postRun = (settings: object = {}) => ({ postRun: { mode: 'simple', ...settings } });
const inRun = (settings: object = {}) => ({
  inRun: { mode: 'simple', truncationThreshold: 3000, startIter: 2, ...settings },
});

async function begun(compaction: object, rest: object = {}): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ preset: 'chainlite', compaction, ...rest });
  return conversation;
}

const results = ({ body }: Served): unknown[] =>
  body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);

interface Recorded {
  readonly mode: string;
  readonly result: number;
  readonly [field: string]: unknown;
}

async function recorded(conversation: ConversationClient): Promise<Recorded[]> {
  const events = await conversation.journal('ToolResultsFiltered');
  expect(events.map(({ status }) => status)).toEqual(events.map(() => 'applied'));
  return events.flatMap(({ data }) => data['results'] as Recorded[]);
}

async function verified({ callId }: Served): Promise<void> {
  const { body } = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
  expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
}

/** What the LLM server was asked from its call number `from` on. */
const asked = (from: number) =>
  openai.calls.slice(from).map(({ body }) => ({
    model: body.model,
    system: body.messages.find(({ role }) => role !== 'user')?.content ?? '',
    user: body.messages.at(-1)?.content ?? '',
  }));

describe('simple', () => {
  test('5,000 stays, 5,001 is cut', async () => {
    const conversation = await begun(postRun());
    await conversation.say(...run('a', output(5000), output(5001)));
    const served = await conversation.context();
    expect(results(served)).toEqual([output(5000), `${output(5001).slice(0, 5000)}… [1 characters omitted]`]);
    expect(await recorded(conversation)).toMatchObject([{ result: 2, mode: 'truncated', characters: 5000 }]);
    await verified(served);
  });

  test('7,000 is 5,000 and says that 2,000 are omitted; the raw output stays', async () => {
    const conversation = await begun(postRun());
    const raw = '🙂'.repeat(7000);
    const before = openai.calls.length;
    await conversation.say(...run('a', raw));
    const served = await conversation.context();
    expect(results(served)).toEqual([`${'🙂'.repeat(5000)}… [2000 characters omitted]`]);
    const shown = served.segments.find(({ kind }) => kind === 'replacement');
    const original = await call<{ message: Message }>(
      services.url,
      'GET',
      `/v1/conversations/${conversation.id}/messages/${shown?.event}`,
    );
    expect(original.body.message).toEqual(answers('a0', raw));
    expect(openai.calls.length).toBe(before);
    await verified(served);
    report('SPEC 4 simple: 5,000 stays, 5,001 is cut, 7,000 is 5,000 + N = 2,000, no LLM call');
  });

  test('acts when the run ends, from startRun on', async () => {
    const conversation = await begun(postRun({ startRun: 2 }));
    await conversation.say(...run('a', output(7000)), ...run('b', output(7000)).slice(0, -1));
    expect(results(await conversation.context())).toEqual([output(7000), output(7000)]);
    await conversation.say(done);
    const cut = `${output(7000).slice(0, 5000)}… [2000 characters omitted]`;
    expect(results(await conversation.context())).toEqual([output(7000), cut]);
  });

  test('inRun with startIter 2 leaves iteration 1 alone and acts before the run ends', async () => {
    const conversation = await begun(inRun());
    await conversation.say(...run('a', output(4000), output(4000), output(3000)).slice(0, -1));
    const cut = `${output(4000).slice(0, 3000)}… [1000 characters omitted]`;
    const served = await conversation.context();
    expect(results(served)).toEqual([output(4000), cut, output(3000)]);
    expect(await recorded(conversation)).toMatchObject([{ result: 2, mode: 'truncated' }]);
    await verified(served);
  });

  test('inRun with startRun 2 leaves the first run alone', async () => {
    const conversation = await begun(inRun({ startIter: 1, startRun: 2 }));
    await conversation.say(...run('a', output(4000)), ...run('b', output(4000)).slice(0, -1));
    const cut = `${output(4000).slice(0, 3000)}… [1000 characters omitted]`;
    expect(results(await conversation.context())).toEqual([output(4000), cut]);
  });

  test('takes the runs and iterations that the producer marks', async () => {
    const conversation = await begun({ ...inRun(), ...postRun() });
    const messages = run('a', output(7000), output(7000));
    const marks = (iteration: number) => ({ runId: 'r', iteration });
    const runs = [1, 1, 1, 2, 2, 3].map(marks);
    const path = `/v1/conversations/${conversation.id}/messages`;
    await call(services.url, 'POST', path, { messages, runs });
    await conversation.settled(6);
    const inside = `${output(7000).slice(0, 3000)}… [4000 characters omitted]`;
    expect(results(await conversation.context())).toEqual([output(7000), inside]);
    const ended = {
      specversion: '1.0',
      id: 'end',
      source: 't',
      type: 'RunCompleted',
      subject: conversation.id,
    };
    const { status } = await fetch(`${services.url}/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/cloudevents+json' },
      body: JSON.stringify({ ...ended, data: { runId: 'r' } }),
    });
    expect(status).toBe(202);
    await conversation.settled(6, ({ applied }) => applied === 11);
    const after = `${output(7000).slice(0, 5000)}… [2000 characters omitted]`;
    expect(results(await conversation.context())).toEqual([after, inside]);
    expect((await recorded(conversation)).map(({ result }) => result)).toEqual([2, 1]);
  });
});

describe('summaries', () => {
  test('auto: the question and the raw output make [Summarized Output], recorded once', async () => {
    const conversation = await begun(postRun({ mode: 'auto' }));
    openai.respondWith([{ kind: 'text', text: 'Bakers need none.' }]);
    const from = openai.calls.length;
    await conversation.say(...run('a', output(7000)));
    const served = await conversation.context();
    expect(results(served)).toEqual(['[Summarized Output]: Bakers need none.']);
    const [request, ...others] = asked(from);
    expect(others).toEqual([]);
    expect(request?.user).toContain('Which visa does a Swiss baker need?');
    expect(request?.user).toContain(output(7000));
    expect(await recorded(conversation)).toMatchObject([
      {
        mode: 'summarized',
        replacement: '[Summarized Output]: Bakers need none.',
        made: 'llm',
        calls: 1,
        trust: 'tool',
        summarizer: expect.any(String),
        usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
      },
    ]);
    expect((await conversation.messages()).map(({ message }) => message)).toEqual(run('a', output(7000)));
    await verified(served);
  });

  test('auto asks the model of the newest call, and once switched that one', async () => {
    const conversation = await begun(postRun({ mode: 'auto' }));
    await conversation.say(question);
    await conversation.context({ model: 'gpt-4o' });
    await conversation.context({ model: 'gpt-4o-mini' });
    const from = openai.calls.length;
    await conversation.say(...run('a', output(7000)).slice(1));
    const path = `/v1/conversations/${conversation.id}/model`;
    const { status } = await call(services.url, 'POST', path, { model: 'gpt-4.1' });
    expect(status).toBe(202);
    await conversation.say(...run('b', output(7000)));
    await conversation.context({ model: 'gpt-4o-mini' });
    await conversation.say(...run('c', output(7000)));
    expect(asked(from).map(({ model }) => model)).toEqual(['gpt-4o-mini', 'gpt-4.1', 'gpt-4.1']);
    report('SPEC 4 auto: asked gpt-4o-mini (newest call), then gpt-4.1 (switched)');
  });

  test('auto before any call asks the summariser of the policy', async () => {
    const history = { triggerAt: 100, keepRecent: 10, summarizer: { model: 'of-the-policy' } };
    const conversation = await begun(postRun({ mode: 'auto' }), { history });
    const from = openai.calls.length;
    await conversation.say(...run('a', output(7000)));
    expect(asked(from).map(({ model }) => model)).toEqual(['of-the-policy']);
  });

  test('custom asks the summariser that is given inline', async () => {
    const summarizer = { model: 'openai:gpt-3.5-turbo', systemPrompt: 'Summarize this concisely.' };
    const conversation = await begun(postRun({ mode: 'custom', summarizer }));
    await conversation.say(question);
    await conversation.context({ model: 'gpt-4o' });
    const from = openai.calls.length;
    await conversation.say(...run('a', output(7000)).slice(1));
    const [request] = asked(from);
    expect(request?.model).toBe('gpt-3.5-turbo');
    expect(request?.system).toContain('Summarize this concisely.');
    expect(request?.user).toContain(output(7000));
  });

  test('custom as a path: policy set reads the summariser’s file, in YAML or JSON', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'policy-'));
    const written = {
      'custom.yaml': 'llm_model_name: "openai:gpt-3.5-turbo"\nsystem_prompt: Summarize this concisely.\n',
      'custom.json': '{"model": "openai:gpt-3.5-turbo", "systemPrompt": "Summarize this concisely."}',
    };
    for (const [file, text] of Object.entries(written)) {
      await writeFile(join(folder, file), text);
      const policy = `preset: chainlite\ncompaction:\n  postRun: { mode: custom, summarizor_config_path: ${file} }\n`;
      await writeFile(join(folder, 'policy.yaml'), policy);
      const set = ['policy', 'set', 'custom', join(folder, 'policy.yaml'), '--url', services.url];
      const { code, err } = await runCommand(...set);
      expect([code, err]).toEqual([0, '']);
      const conversation = new ConversationClient(services.url);
      await conversation.assign({ name: 'custom' });
      const from = openai.calls.length;
      await conversation.say(...run('a', output(5001)));
      const [request] = asked(from);
      expect(request?.model).toBe('gpt-3.5-turbo');
      expect(request?.system).toContain('Summarize this concisely.');
    }
    await rm(folder, { recursive: true });
  });

  test('ten outputs: never more than four calls at once, each output asked for once', async () => {
    const conversation = await begun(inRun({ mode: 'auto', startIter: 1, maxConcurrency: 4 }));
    let open = 0;
    let most = 0;
    openai.respondWith((_, number) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => (open -= 1), 100);
      return { kind: 'text', text: `short ${number}`, delayMs: 100 };
    });
    const ids = Array.from({ length: 10 }, (_, at) => `t${at}`);
    const calls = ids.flatMap((id) => asks(id).tool_calls ?? []);
    const outputs = ids.map((id) => answers(id, output(4000, `output of ${id}`)));
    const from = openai.calls.length;
    await conversation.say(question, { role: 'assistant', content: null, tool_calls: calls }, ...outputs);
    openai.respondWith([]);
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
    const requests = asked(from);
    expect(requests).toHaveLength(10);
    for (const id of ids)
      expect(requests.filter(({ user }) => user.includes(`output of ${id}`))).toHaveLength(1);
    const served = await conversation.context();
    for (const text of results(served)) expect(text).toMatch(/^\[Summarized Output\]: short \d+$/);
    expect((await recorded(conversation)).map(({ result }) => result).toSorted((a, b) => a - b)).toEqual(
      ids.map((_, at) => at + 1),
    );
    await verified(served);
    report(`SPEC 4 ten outputs: ${requests.length} calls, at most ${most} at once`);
  });

  test('until it is recorded the raw output is shown, and where that does not fit the simple cut', async () => {
    const conversation = await begun(postRun({ mode: 'auto' }));
    openai.respondWith(() => ({ kind: 'text', text: 'at last', delayMs: 2000 }));
    const before = openai.calls.length;
    await conversation.append(run('a', output(7000)));
    while (openai.calls.length === before) await sleep(10);
    const raw = await conversation.context();
    expect([results(raw), raw.degraded]).toEqual([[output(7000)], []]);
    const tight = await conversation.context({ budget: { tokens: raw.tokens - 50, reservedOutput: 0 } });
    expect(results(tight)).toEqual([`${output(7000).slice(0, 5000)}… [2000 characters omitted]`]);
    expect(tight.degraded.map(({ code }) => code)).toEqual(['compaction-pending']);
    await conversation.settled(4);
    openai.respondWith([]);
    expect(results(await conversation.context())).toEqual(['[Summarized Output]: at last']);
    for (const served of [raw, tight]) await verified(served);
  });

  test('what the model does not give is made without it, and says so', async () => {
    const conversation = await begun(postRun({ mode: 'auto' }));
    openai.respondWith(() => ({ kind: 'empty' }));
    await conversation.say(...run('a', output(7000)));
    openai.respondWith([]);
    const [made] = await recorded(conversation);
    expect(made).toMatchObject({
      mode: 'summarized',
      made: 'extractive',
      rejected: [expect.anything(), expect.anything()],
    });
    const [text] = results(await conversation.context());
    expect(text).toBe(made?.['replacement']);
    expect(String(text).length).toBeLessThan(7000);
  });
});

describe('other formats', () => {
  const raw = `${output(6990)}THE END!!!`;
  const cut = `${raw.slice(0, 5000)}… [2000 characters omitted]`;
  const small = 'a small result';
  const shapes = {
    anthropic: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: ['t1', 't2'].map((id) => ({ type: 'tool_use', id, name: 'search', input: {} })),
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: small },
          { type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: raw }] },
        ],
      },
      { role: 'assistant', content: 'done' },
    ],
    'ai-sdk': [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: ['t1', 't2'].map((toolCallId) => ({
          type: 'tool-call',
          toolCallId,
          toolName: 'search',
          input: {},
        })),
      },
      {
        role: 'tool',
        content: [
          ['t1', small],
          ['t2', raw],
        ].map(([toolCallId, value]) => ({
          type: 'tool-result',
          toolCallId,
          toolName: 'search',
          output: { type: 'text', value },
        })),
      },
      { role: 'assistant', content: 'done' },
    ],
    'ai-sdk-ui': [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'q' }] },
      {
        id: 'a',
        role: 'assistant',
        parts: [
          ...[
            ['t1', small],
            ['t2', raw],
          ].map(([toolCallId, out]) => ({
            type: 'tool-search',
            toolCallId,
            state: 'output-available',
            input: {},
            output: out,
          })),
          { type: 'text', text: 'done' },
        ],
      },
    ],
  };

  test.each(Object.entries(shapes))(
    '%s: only the long one of two results is replaced',
    async (format, messages) => {
      for (const [mode, expected] of [
        ['simple', cut],
        ['auto', '[Summarized Output]: in short'],
      ] as const) {
        const conversation = await begun(postRun({ mode }));
        openai.respondWith([{ kind: 'text', text: 'in short' }]);
        const path = `/v1/conversations/${conversation.id}/messages`;
        const { status, text } = await call(services.url, 'POST', path, { format, messages });
        expect([status, text]).toEqual([202, expect.any(String)]);
        await conversation.settled(messages.length);
        for (const target of [format, 'openai-chat', 'anthropic']) {
          const served = await conversation.context({ model: 'gpt-4o', target });
          const said = JSON.stringify(served.body);
          expect(said).toContain(JSON.stringify(small).slice(1, -1));
          expect(said).toContain(JSON.stringify(expected).slice(1, -1));
          expect(said).not.toContain('THE END');
          await verified(served);
        }
      }
    },
  );
});
