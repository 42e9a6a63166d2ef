import { randomUUID } from 'node:crypto';
import { runCommand, type CommandRun } from '../../../apps/cli/testing/command-run';
import { eventually } from '../../../libs/event-log/features/eventually';
import { sharedKafka, type SharedKafka } from '../../../libs/event-log/kafka/testing/shared-kafka';
import { kafkaSuite, testBrokers } from '../../support/kafka';
import { startServices, type RunningServices } from '../../support/services';

jest.setTimeout(90_000);

interface Sent {
  readonly value: string | Buffer | null;
  readonly headers?: Record<string, string>;
  readonly partition?: number;
}

const said = (content: string): object => ({ role: 'user', content });

/** A structured CloudEvent. */
const event = (fields: object): Sent => ({
  value: JSON.stringify({ type: 'MessageAppended', subject: 'chat', data: said('hello'), ...fields }),
});

kafkaSuite('records in Kafka, asked for by command', () => {
  const kafka = sharedKafka();
  const prefix = `records-${randomUUID()}-`;
  const topic = `${prefix}conversation-events`;
  let services: RunningServices;
  let producer: Awaited<ReturnType<SharedKafka['producer']>>;

  beforeAll(async () => {
    const brokers = await testBrokers();
    services = await startServices({
      only: ['projector', 'context-builder'],
      env: {
        VERBATIM_KAFKA: brokers.join(),
        VERBATIM_KAFKA_PREFIX: prefix,
        VERBATIM_KAFKA_SESSION_SECONDS: '6',
        VERBATIM_PARTITIONS: '2',
      },
    });
    producer = await kafka.producer();
  });

  afterAll(async () => {
    await services.stop();
  });

  /** In their order, one request each. Answers their offsets. */
  async function send(...records: Sent[]): Promise<number[]> {
    const offsets: number[] = [];
    for (const record of records) {
      const [sent] = await producer.send({ topic, messages: [{ key: null, partition: 0, ...record }] });
      offsets.push(Number(sent?.baseOffset));
    }
    return offsets;
  }

  const verbatim = async (...words: string[]): Promise<CommandRun> => {
    const run = await runCommand(...words, '--url', services.url);
    expect(run).toMatchObject({ code: 0, err: '' });
    return run;
  };

  /** `history --format events`, a line each. */
  const events = async (conversation: string): Promise<string[]> =>
    (await verbatim('history', conversation, '--format', 'events')).out.trimEnd().split('\n');

  const expectEvents = (conversation: string, ...expected: RegExp[]): Promise<void> =>
    eventually(async () => {
      const lines = await events(conversation);
      expect(lines).toHaveLength(expected.length + 1);
      expected.forEach((pattern, at) => expect(lines[at + 1]).toMatch(pattern));
    });

  interface Letter {
    readonly id: string;
    readonly kind: string;
    readonly raw: string | null;
    readonly position?: unknown;
  }

  /** The dead letter of a place in the log, as `dead-letters list|show` give it. */
  async function letter(offset: number): Promise<Letter & { readonly shown: string }> {
    let id = '';
    await eventually(async () => {
      const list = JSON.parse((await verbatim('dead-letters', 'list', '--json')).out) as { items: Letter[] };
      const found = list.items.find((each) => JSON.stringify(each).includes(`"offset":${offset}`));
      expect(found).toBeDefined();
      id = String(found?.id);
    });
    const { out } = await verbatim('dead-letters', 'show', id, '--json');
    const shown = await verbatim('dead-letters', 'show', id);
    return { ...(JSON.parse(out) as Letter), shown: shown.out };
  }

  it('structured and binary, with an id or without', async () => {
    const conversation = 'both-modes';
    const headers = { ce_specversion: '1.0', ce_type: 'MessageAppended', ce_subject: conversation };
    const json = { 'content-type': 'application/json' };
    const [, , bare] = await send(
      { ...event({ subject: conversation, id: 'structured' }) },
      {
        value: JSON.stringify(said('binary')),
        headers: { ...headers, ...json, ce_id: 'binary', trace: 'kept' },
      },
      { value: JSON.stringify(said('bare')), headers: { ...headers, ...json } },
    );
    await expectEvents(
      conversation,
      /^#2 {2}MessageAppended {2}applied .*structured$/,
      /^#3 {2}MessageAppended {2}applied .*binary$/,
      new RegExp(`^#4 {2}MessageAppended {2}applied .*conversation-events/0/${bare}$`),
    );
    const { out } = await verbatim('history', conversation);
    expect(out).toMatch(/hello[^]*binary[^]*bare/);
  });

  it('garbage and a tombstone are dead letters, with their bytes', async () => {
    const garbage = Buffer.from([0xff, 0xfe, 0x00, 0x7b]);
    const [first = -1, second = -1] = await send({ value: garbage }, { value: null });
    const [bytes, tombstone] = [await letter(first), await letter(second)];
    expect(bytes).toMatchObject({ kind: 'unreadable' });
    expect(Buffer.from(bytes.raw ?? '', 'base64')).toEqual(garbage);
    expect(tombstone).toMatchObject({ kind: 'unreadable', raw: null });
    expect(tombstone.shown).toContain('unreadable');
  });

  it('an oversize one and one of an unknown type are ignored, and say why', async () => {
    const conversation = 'ignored';
    await send(
      event({ subject: conversation, id: 'large', data: said('x'.repeat(1_100_000)) }),
      event({ subject: conversation, id: 'other', type: 'SomethingElse' }),
      event({ subject: conversation, id: 'fine' }),
    );
    await expectEvents(
      conversation,
      /^#2 {2}MessageAppended {2}ignored .*large .*too-large.*the limit is 1048576/,
      /^#3 {2}SomethingElse {2}ignored .*other/,
      /^#4 {2}MessageAppended {2}applied .*fine$/,
    );
  });

  it('an unknown version parks its conversation, and no other', async () => {
    await send(
      event({ subject: 'parked', id: 'v99', dataversion: 99 }),
      event({ subject: 'parked', id: 'behind' }),
      event({ subject: 'not-parked', id: 'fine' }),
    );
    await expectEvents('not-parked', /applied .*fine$/);
    await eventually(async () => {
      expect((await verbatim('state', 'parked')).out).toMatch(/event-version-unknown/);
    });
    expect((await events('parked')).slice(1).map((line) => line.split('  ')[2])).toEqual([
      'parked',
      'parked',
    ]);
  });

  it('the same id again counts once, and with another body is a conflict', async () => {
    const conversation = 'twice';
    const original = event({ subject: conversation, id: 'one' });
    const other = event({ subject: conversation, id: 'one', data: said('goodbye') });
    const [, , offset = -1] = await send(original, original, other);
    const conflict = await letter(offset);
    expect(conflict).toMatchObject({ kind: 'conflict', conversation });
    expect(Buffer.from(conflict.raw ?? '', 'base64').toString()).toBe(other.value);
    expect(conflict.shown).toContain('goodbye');
    expect(await events(conversation)).toHaveLength(2);
  });

  it('one conversation through two partitions has all its messages, and is counted', async () => {
    const conversation = 'mixed';
    for (const at of [0, 1, 2, 3]) {
      await send({
        ...event({ subject: conversation, id: `m${at}`, data: said(`m${at}`) }),
        partition: at % 2,
      });
    }
    await eventually(async () => {
      const lines = await events(conversation);
      expect(
        lines
          .slice(1)
          .map((line) => line.split('  ').at(-1))
          .toSorted(),
      ).toEqual(['m0', 'm1', 'm2', 'm3']);
    });
    const metrics = await services.context.metrics.render();
    expect(metrics).toMatch(/projector_mixed_partitions_total [1-9]/);
  });

  it('a topic that was deleted and created again is not gone on with', async () => {
    const admin = await kafka.admin();
    const log = await kafka.log({ prefix });
    await admin.deleteTopics({ topics: [topic] });
    await eventually(() => log.ensureTopic('conversation-events', { partitions: 2 }));
    const lines = Array.from({ length: 60 }, (_, at) => event({ subject: 'anew', id: `${at}` }).value ?? '');
    const records = [0, 1].flatMap((partition) =>
      lines.map((line) => ({ key: 'k', partition, value: Buffer.from(line) })),
    );
    await eventually(async () => void (await log.append('conversation-events', records)));
    await eventually(async () => {
      const { components } = await services.context.health.report();
      expect(components['projector']?.detail).toContain('2 of its partitions are halted');
    });
    expect((await runCommand('history', 'anew', '--url', services.url)).code).not.toBe(0);
  });
});
