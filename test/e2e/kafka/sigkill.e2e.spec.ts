import type { LocalKafka } from '@verbatim/kafka-broker';
import { ConversationClient, report } from '../../support/conversation-client';
import { ownKafka, ownKafkaSuite } from '../../support/kafka';
import { AgentRuntime } from '../../support/kafka-rig/agent-runtime';
import { Faults } from '../../support/kafka-rig/faults';
import { KafkaRig } from '../../support/kafka-rig/kafka-rig';
import { Load } from '../../support/kafka-rig/load';
import { allCalls, assignToAll, lagOf, unverified } from '../../support/kafka-rig/operations';
import { brokenContexts, brokenHistory, readAllBack } from '../../support/kafka-rig/read-back';
import type { SupervisedService } from '../../support/kafka-rig/supervised-service';
import { rounds, TURN } from '../../support/kafka-rig/turns';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server';

/** `VERBATIM_FULL_RIG=1` runs all of it. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
const conversations = Array.from({ length: isFull ? 200 : 30 }, (_, index) => `chat-${index}`);
const turns = rounds(conversations, 25, ['java', 'python', 'java', 'python', 'http']);
const KILLS = isFull ? 10 : 2;
/** How Kafka is ended each time. */
const outages = isFull ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGKILL'] as const);
const policy = {
  preset: 'agentkit',
  summarization: { triggerAt: 20, keepRecent: 6, retriggerAt: 14 },
  toolResults: { keepRecent: 2 },
};

jest.setTimeout(isFull ? 900_000 : 240_000);

ownKafkaSuite('three services over Kafka', () => {
  let kafka: LocalKafka;
  let model: OpenAiServer;
  let rig: KafkaRig;
  let projector: SupervisedService;
  let summarizer: SupervisedService;
  let builder: SupervisedService;

  beforeAll(async () => {
    [kafka, model] = await Promise.all([ownKafka(), startOpenAiServer()]);
    rig = await KafkaRig.open(kafka.brokers, { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseUrl });
    [projector, summarizer, builder] = [
      rig.start('projector'),
      rig.start('summarizer'),
      rig.start('context-builder'),
    ];
    await Promise.all([projector.url(), summarizer.url(), builder.url()]);
    await assignToAll(await builder.url(), policy);
  });

  afterAll(async () => {
    await rig.close();
    await model.close();
  });

  const killProjector = async (): Promise<void> => {
    const before = await rig.positions();
    await projector.kill();
    await waitUntil('every partition is claimed anew', () => rig.claimedSince(before));
  };

  /** Until a message is accepted and projected. */
  const worksAgain = async (probe: string): Promise<void> => {
    const client = async () => new ConversationClient(await builder.url(), probe);
    await waitUntil(`a message of ${probe} is accepted`, async () => {
      await (await client()).append([{ role: 'user', content: 'hello' }], ['hello']);
      return true;
    });
    await waitUntil(`it is projected`, async () => (await (await client()).state()).messages === 1);
  };

  test(`${turns.length * TURN} events, each service killed ${KILLS} times, Kafka ended ${outages.length} times: nothing is lost, doubled or wrong`, async () => {
    const started = performance.now();
    const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1);
    const load = new Load(turns, isFull ? 150 : 20);
    const producers = await Promise.all(['java', 'python'].map((name) => rig.producer(name)));
    const publishing = Promise.all([
      load.publishOverHttp('http', () => builder.url()),
      ...producers.map((producer) => load.publishToKafka(producer)),
    ]);
    const runtimes = Array.from({ length: 3 }, () => new AgentRuntime(() => builder.url(), load.published));
    const enough = new AbortController();
    const asking = Promise.all(runtimes.map((runtime) => runtime.run(enough.signal)));

    const faults = new Faults(load);
    await Promise.all([
      faults.inflict('projector', KILLS, killProjector),
      faults.inflict('summarizer', KILLS, () => summarizer.kill()),
      faults.inflict('context-builder', KILLS, async (nth) => {
        await builder.kill();
        await worksAgain(`probe-${nth}`);
      }),
      faults.inflict('Kafka', outages.length, async (nth) => {
        await kafka.kill(0, outages[nth] ?? 'SIGKILL');
        await kafka.start(0);
        await worksAgain(`probe-kafka-${nth}`);
      }),
    ]);
    const [httpRetries] = await publishing;
    const published = seconds();

    const found = await readAllBack(await builder.url(), load.published);
    const settled = seconds();
    enough.abort();
    await asking;
    expect(found.size).toBe(conversations.length);
    expect([...found.values()].flatMap((each) => brokenHistory(each, load.published))).toEqual([]);

    const fetched = runtimes.flatMap((runtime) => runtime.fetched);
    expect(await brokenContexts(fetched, found)).toEqual([]);

    const url = await builder.url();
    const calls = await allCalls(url);
    expect(calls).toEqual(expect.arrayContaining(fetched.map(({ served }) => served.callId)));
    expect(await unverified(url, calls)).toEqual([]);

    const { lag, applied, duplicates, records } = await lagOf(url);
    expect(lag).toBe(0);
    expect(applied + duplicates).toBe(records);
    expect(rig.crashes).toEqual([]);
    expect(await Promise.all([projector, summarizer, builder].map((service) => service.stop()))).toEqual([
      0, 0, 0,
    ]);

    const checkpoints = [...found.values()].flatMap((each) => each.checkpoints).length;
    const retries = producers.reduce((sum, producer) => sum + producer.retries, httpRetries);
    report(
      `Kafka, SIGKILL: ${turns.length * TURN} events in ${conversations.length} conversations, ${retries} retries, ` +
        `${duplicates} duplicates; ${faults.report()}; ${checkpoints} checkpoints; ${fetched.length} contexts ` +
        `and ${calls.length} receipts verified; published after ${published} s, settled after ${settled} s, all ${seconds()} s`,
    );
  });
});
