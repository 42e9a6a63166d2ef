import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTEXT_RECEIPTS } from '@verbatim/event-log';
import { call, chat, report, type Served } from '../../support/conversation-client';
import { kafkaSuite, testBrokers } from '../../support/kafka';
import { ForeignConsumer } from '../../support/kafka-rig/foreign-consumer';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { kcatNeed } from '../../support/producers';
import { confluentKafka, confluentNeed, pythonEnvironment } from '../../support/python';
import { startServices, type RunningServices } from '../../support/services';
import { suiteNeeding } from '../../support/suite-needing';
import { codeBlocks } from '../../documents/examples/code-blocks';

jest.setTimeout(120_000);

const conversations = Array.from({ length: 12 }, (_, index) => `chat/${index}`);
const CALLS = 20;
/** The one that waited for the projection has a receipt too. */
const RECEIPTS = CALLS + 1;

interface ContextServed {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly sequence: string;
  readonly data: { readonly callId: string; readonly sha256: string; readonly tokens: number };
}

kafkaSuite('the topic of receipts', () => {
  const prefix = `receipts-${randomUUID()}-`;
  let brokers: string[];
  let services: RunningServices;

  beforeAll(async () => {
    brokers = await testBrokers();
    services = await startServices({
      only: ['projector', 'context-builder'],
      env: { KAFKA_BROKERS: brokers.join(','), VERBATIM_KAFKA_PREFIX: prefix, VERBATIM_PARTITIONS: '4' },
    });
  });

  afterAll(() => services.stop());

  async function serve(conversation: string): Promise<Served[]> {
    const path = `/v1/conversations/${encodeURIComponent(conversation)}`;
    const appended = await call<{ cursor: string }>(services.url, 'POST', `${path}/messages`, {
      messages: chat(0, 4),
    });
    const ask = (after?: string) =>
      call<Served>(services.url, 'POST', `${path}/context`, { model: 'gpt-4o', after });
    // The first one joins the group before it projects: longer than a context waits.
    while ((await ask(appended.body.cursor)).status === 503) await sleep(100);
    const served: Served[] = [];
    while (served.length < CALLS) {
      const answer = await ask();
      expect(answer.status).toBe(200);
      served.push(answer.body);
    }
    return served;
  }

  test('has each receipt of a load once, those of a conversation in the order they were served in', async () => {
    const served = new Map<string, Served[]>();
    await Promise.all(
      conversations.map(async (conversation) => served.set(conversation, await serve(conversation))),
    );
    const consumer = await ForeignConsumer.connect(brokers, `${prefix}${CONTEXT_RECEIPTS}`);
    const expected = conversations.length * RECEIPTS;
    await waitUntil('all receipts', () => Promise.resolve(consumer.records.length >= expected), 60);
    await consumer.disconnect();

    const events = consumer.records.map((record) => ({
      ...record,
      event: JSON.parse(record.value) as ContextServed,
    }));
    expect(new Set(events.map(({ event }) => event.id)).size).toBe(expected);
    expect(events).toHaveLength(expected);
    for (const [conversation, answers] of served) {
      const own = events.filter(({ event }) => event.subject === conversation);
      const [, ...known] = own;
      expect(known.map(({ event: { data } }) => [data.callId, data.sha256, data.tokens])).toEqual(
        answers.map(({ callId, sha256, tokens }) => [callId, sha256, tokens]),
      );
      expect(new Set(own.map(({ partition }) => partition)).size).toBe(1);
      expect(new Set(own.map(({ key }) => key))).toEqual(
        new Set([`default/${conversation.replace('/', '%2F')}`]),
      );
    }
    expect(new Set(events.map(({ contentType }) => contentType))).toEqual(
      new Set(['application/cloudevents+json; charset=UTF-8']),
    );
    const { components } = await services.context.health.report();
    expect(components['relay']).toEqual({ status: 'up' });
    const isCaughtUp = async () => /^verbatim_relay_lag 0$/m.test(await services.context.metrics.render());
    await waitUntil('all positions are stored', isCaughtUp, 60);
    report(
      `Kafka: ${expected} receipts relayed over ${new Set(events.map((each) => each.partition)).size} partitions`,
    );
  });

  /** The example of the page as printed, but for this run's broker and topic, until it has printed so many lines. */
  async function lines(language: string, count: number, run: readonly string[], env = {}): Promise<string[]> {
    const block = codeBlocks('docs/receipts.md').find((each) => each.language === language);
    const [program = '', ...words] = run;
    const text = (block?.text ?? '')
      .replaceAll('127.0.0.1:9092', brokers.join(','))
      .replaceAll('context-receipts', `${prefix}context-receipts`)
      .replaceAll('"billing"', `"${prefix}billing"`);
    const options = { env: { ...process.env, PYTHONUNBUFFERED: '1', ...env } };
    const child = spawn(program, [...words, text], options);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const told = () => out.split('\n').slice(0, -1);
    try {
      await waitUntil(
        `what the ${language} example prints`,
        () => Promise.resolve(told().length >= count),
        60,
      );
      return told();
    } finally {
      child.kill();
    }
  }

  suiteNeeding([kcatNeed], 'the example with kcat', () => {
    test('prints each receipt', async () => {
      const found = await lines('sh', conversations.length * RECEIPTS, ['sh', '-c']);
      expect(found[0]).toMatch(/^default\tchat\/\d+\tgpt-4o\t\d+$/);
    });
  });

  suiteNeeding([confluentNeed], 'the example in Python', () => {
    test('prints each receipt once', async () => {
      const env = pythonEnvironment(confluentKafka);
      const found = await lines('python', conversations.length * RECEIPTS, ['python3', '-c'], env);
      expect(found).toHaveLength(conversations.length * RECEIPTS);
      expect(found[0]).toMatch(/^default chat\/\d+ \d+$/);
    });
  });
});
