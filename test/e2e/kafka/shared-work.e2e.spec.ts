import { report } from '../../support/conversation-client';
import { kafkaSuite, testBrokers } from '../../support/kafka';
import { KafkaRig } from '../../support/kafka-rig/kafka-rig';
import { assignToAll } from '../../support/kafka-rig/operations';
import { brokenHistory, readAllBack, type ReadBack } from '../../support/kafka-rig/read-back';
import { Published, turnOf } from '../../support/kafka-rig/turns';
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server';

jest.setTimeout(120_000);

const conversations = Array.from({ length: 20 }, (_, index) => `chat-${index}`);
const policy = {
  preset: 'agentkit',
  summarization: { triggerAt: 12, keepRecent: 4, retriggerAt: 8 },
  toolResults: { keepRecent: 2 },
};

kafkaSuite('several summarizers', () => {
  let model: OpenAiServer;
  let rig: KafkaRig;

  beforeAll(async () => {
    model = await startOpenAiServer({
      respond: (_, number) => ({ kind: 'text', text: `Summary ${number}`, delayMs: 50 }),
    });
    rig = await KafkaRig.open(await testBrokers(), {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.baseUrl,
    });
  });

  afterAll(async () => {
    await rig.close();
    await model.close();
  });

  test('share the work, and each summary is asked for once', async () => {
    const builder = rig.start('context-builder');
    const projector = rig.start('projector');
    const summarizers = [rig.start('summarizer'), rig.start('summarizer')];
    const urls = await Promise.all(summarizers.map((service) => service.url()));
    await projector.url();
    const url = await builder.url();
    await assignToAll(url, policy);

    const producer = await rig.producer('java');
    const published = new Published();
    const started = performance.now();
    let found: ReadBack[] = [];
    for (const round of [0, 1, 2]) {
      const turns = [3 * round, 3 * round + 1, 3 * round + 2];
      const said = turns.flatMap((turn) => conversations.map((each) => turnOf(each, 'java', turn)));
      const messages = said.flatMap((turn) => turn.messages);
      await producer.publish(messages);
      published.add(messages);
      found = [...(await readAllBack(url, published)).values()];
    }
    expect(found.flatMap((each) => brokenHistory(each, published))).toEqual([]);
    const checkpoints = found.flatMap((each) => each.checkpoints).length;
    const seconds = (performance.now() - started) / 1000;

    const counts = await Promise.all(urls.map(checkpointsOf));
    report(
      `Kafka, two summarizers: ${checkpoints} checkpoints by ${counts.join(' and ')}, ${model.calls.length} calls; ` +
        `${seconds.toFixed(1)} s`,
    );
    expect(model.calls).toHaveLength(checkpoints);
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count)).toBe(checkpoints);
    expect(rig.crashes).toEqual([]);
  });

  /** What a summarizer says it has published. */
  const checkpointsOf = async (url: string): Promise<number> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const [, count] =
      /^verbatim_summarizer_work_total\{mechanism="history",outcome="published"\} (\d+)$/m.exec(metrics) ??
      [];
    return Number(count ?? 0);
  };
});
