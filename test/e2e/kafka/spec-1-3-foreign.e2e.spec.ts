import { randomUUID } from 'node:crypto';
import {
  chat,
  ConversationClient,
  report,
  type Message,
  type State,
} from '../../support/conversation-client';
import { kafkaNeed, testBrokers } from '../../support/kafka';
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server';
import { publish, python, type Target } from '../../support/producers';
import { confluentNeed } from '../../support/python';
import { startServices, type RunningServices } from '../../support/services';
import { suiteNeeding } from '../../support/suite-needing';

jest.setTimeout(180_000);

/** Characters of ten results: the first two and the last two are those of SPEC 3. */
const sizes = [5000, 4500, 4700, 4100, 4900, 3900, 4600, 4400, 4200, 3800];
const question: Message = { role: 'user', content: 'Search for visa information' };

function toolCall(number: number) {
  return {
    id: `tc_${number}`,
    type: 'function',
    function: { name: 'search', arguments: `{"query": "visa ${number}"}` },
  };
}

function result(number: number, characters: number): Message {
  const content = `result ${number}: `.padEnd(characters, 'found it, ');
  return { role: 'tool', tool_call_id: `tc_${number}`, content };
}

function searches(characters: readonly number[]): Message[] {
  return characters.flatMap((size, index) => [
    { role: 'assistant', content: 'Let me search', tool_calls: [toolCall(index + 1)] },
    result(index + 1, size),
  ]);
}

function omitted(messages: readonly Message[]): number[] {
  const results = messages.filter(({ role, content }) => role === 'tool' && content === '[Omitted]');
  return results.map(({ tool_call_id }) => Number(tool_call_id?.slice('tc_'.length)));
}

const firstOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

suiteNeeding([kafkaNeed, confluentNeed], 'published by confluent-kafka, read back over HTTP', () => {
  let openai: OpenAiServer;
  let services: RunningServices;
  let target: Target;

  beforeAll(async () => {
    openai = await startOpenAiServer();
    const brokers = await testBrokers();
    const prefix = `foreign-${randomUUID()}-`;
    target = { brokers, topic: `${prefix}conversation-events` };
    const kafka = { VERBATIM_KAFKA: brokers.join(','), VERBATIM_KAFKA_PREFIX: prefix };
    const env = { ...kafka, OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl };
    services = await startServices({ env });
  });

  afterAll(async () => {
    await services.stop();
    await openai.close();
  });

  /** A conversation that its producer begins; the policy follows into the partition it lives in. */
  async function begun(first: Message, policy: object): Promise<Published> {
    const conversation = new Published(services.url, target);
    await conversation.publish(first);
    const { cursor } = await conversation.assign(policy);
    await conversation.context({ after: cursor });
    return conversation;
  }

  test('SPEC 1: the table of 99, 100, 110 and 120 messages', async () => {
    const [first, ...rest] = chat(0, 120);
    const conversation = await begun(first ?? question, { preset: 'agentkit' });
    const rows: number[][] = [];
    for (const [from, to] of [
      [0, 98],
      [98, 99],
      [99, 109],
      [109, 119],
    ] as const) {
      const { messages, live, checkpoints } = await conversation.publish(...rest.slice(from, to));
      const said = await conversation.journal('MessageAppended');
      const made = await conversation.journal('CheckpointCreated');
      const applied = [said, made].map((all) => all.filter(({ status }) => status === 'applied').length);
      rows.push([messages, live, checkpoints, ...applied]);
    }
    report(
      `SPEC 1 over Kafka, stored, live, checkpoints, journal: ${rows.map((row) => row.join(' ')).join(' | ')}`,
    );
    expect(rows).toEqual([
      [99, 99, 0, 99, 0],
      [100, 10, 1, 100, 1],
      [110, 10, 2, 110, 2],
      [120, 10, 3, 120, 3],
    ]);
    const ranges = (await conversation.checkpoints()).map(({ messages: { from, to } }) => [from, to]);
    expect(ranges).toEqual([
      [0, 90],
      [90, 100],
      [100, 110],
    ]);
    expect((await conversation.messages()).map(({ message }) => message)).toEqual(chat(0, 120));
  });

  test.each([
    { keepRecent: 2, gone: 8 },
    { keepRecent: 1, gone: 9 },
    { keepRecent: 0, gone: 0 },
  ])('SPEC 3: ten calls, the last $keepRecent kept: $gone are omitted', async ({ keepRecent, gone }) => {
    const calls = searches(sizes);
    const conversation = await begun(question, { toolResults: { keepRecent } });
    await conversation.publish(...calls);
    const { body, degraded } = await conversation.context();
    expect(omitted(body.messages)).toEqual(firstOf(gone));
    const restored = body.messages.map((message, index) =>
      message.content === '[Omitted]'
        ? { ...message, content: [question, ...calls][index]?.content }
        : message,
    );
    expect(restored).toEqual([question, ...calls]);
    expect(degraded).toEqual([]);
    const recorded = await conversation.journal('ToolResultsFiltered');
    expect(recorded.map(({ status }) => status)).toEqual(Array(recorded.length).fill('applied'));
    const results = recorded.flatMap(({ data }) =>
      (data['results'] as { result: number }[]).map((each) => each.result),
    );
    expect(results).toEqual(firstOf(gone));
    expect((await conversation.messages()).map(({ message }) => message)).toEqual([question, ...calls]);
  });

  test.each([
    ['of 5,000, 4,500 … 4,200 and 3,800 characters', sizes, 0.8],
    ['of equal sizes', Array<number>(10).fill(4000), 0.75],
  ])('SPEC 3: results %s: the tool part falls', async (name, characters, atLeast) => {
    const conversation = await begun(question, { toolResults: { keepRecent: 2 } });
    await conversation.publish(...searches(characters));
    const { body } = await conversation.context();
    const results = body.messages.filter(({ role }) => role === 'tool');
    expect(results).toHaveLength(characters.length);
    const before = characters.reduce((sum, size) => sum + size, 0);
    const after = results.reduce((sum, { content }) => sum + String(content).length, 0);
    const fallen = 1 - after / before;
    report(`SPEC 3 over Kafka, results ${name}: ${before} → ${after}, ${(100 * fallen).toFixed(1)} % less`);
    expect(fallen).toBeGreaterThanOrEqual(atLeast);
  });

  test('SPEC 3: parallel results are kept until the model has read them', async () => {
    const conversation = await begun(question, { toolResults: { keepRecent: 1 } });
    await conversation.publish(
      { role: 'assistant', content: null, tool_calls: [toolCall(1), toolCall(2), toolCall(3)] },
      ...[1, 2, 3].map((number) => result(number, 500)),
    );
    expect(omitted((await conversation.context()).body.messages)).toEqual([]);
    await conversation.publish(
      { role: 'assistant', content: 'Here it is' },
      { role: 'user', content: 'thanks' },
    );
    expect(omitted((await conversation.context()).body.messages)).toEqual([1, 2]);
  });

  afterEach(async () => {
    const metrics = await services.context.metrics.render();
    expect(metrics).toContain('\nverbatim_projector_mixed_partitions_total 0\n');
  });
});

/** Its messages come from a producer in Python, with librdkafka's default partitioner; all else is HTTP. */
class Published extends ConversationClient {
  private count = 0;

  constructor(
    url: string,
    private readonly target: Target,
  ) {
    super(url);
  }

  /** Returns when all of it is applied and nothing is due. */
  async publish(...messages: readonly Message[]): Promise<State> {
    const identified = messages.map((message, index) => [`m-${this.count + index + 1}`, message] as const);
    this.count += messages.length;
    await publish(python, this.target, this.id, identified);
    return this.settled(this.count);
  }
}
