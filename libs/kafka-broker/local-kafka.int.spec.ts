import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownKafka, ownKafkaSuite } from '../../test/support/kafka';
import { reapWhenOrphaned } from '../../test/support/kafka-server';
import { isAlive } from '../platform/process-identity';
import { freePorts, LocalKafka, type LocalKafkaOptions, runKafkaTool } from './index';
import { knownBrokers } from './known-brokers';

jest.setTimeout(120_000);

const tool = (name: string, ...words: string[]): Promise<string> =>
  runKafkaTool(`org.apache.kafka.tools.${name}`, words);

async function createTopic(broker: string | undefined, topic: string): Promise<void> {
  await tool('TopicCommand', '--bootstrap-server', String(broker), '--create', '--topic', topic);
}

/** Publishes `count` records that every replica has to confirm. */
async function publish(broker: string | undefined, topic: string, count: number): Promise<void> {
  const records = ['--topic', topic, '--num-records', String(count), '--record-size', '10'];
  const properties = ['--producer-props', `bootstrap.servers=${broker}`, 'acks=all'];
  await tool('ProducerPerformance', ...records, '--throughput', '-1', ...properties);
}

async function recordsIn(broker: string | undefined, topic: string): Promise<string> {
  return tool('GetOffsetShell', '--bootstrap-server', String(broker), '--topic', topic);
}

async function takesConnections(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const portOf = (address: string | undefined): number => Number(address?.split(':')[1]);

const runs = (pid: number | undefined): Promise<boolean> => isAlive({ pid: Number(pid), startTime: null });

ownKafkaSuite('One node', () => {
  let directory: string;
  let reaper: ChildProcess;

  // One folder for the suite; every test leaves the broker stopped.
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'verbatim-kafka-'));
    reaper = reapWhenOrphaned(directory);
  });
  afterEach(async () => (await LocalKafka.find(directory))?.stop());
  afterAll(async () => {
    reaper.kill();
    await rm(directory, { recursive: true, force: true });
  });

  const start = (options: Partial<LocalKafkaOptions> = {}): Promise<LocalKafka> =>
    LocalKafka.start({ heapMegabytes: 256, ...options, directory });

  it('takes records on loopback only, and keeps them over a SIGKILL and over a stop', async () => {
    const kafka = await start();
    const [broker] = kafka.brokers;
    expect(broker).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(await knownBrokers(portOf(broker))).toEqual([1]);
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address } of others.filter(({ internal, family }) => !internal && family === 'IPv4')) {
      expect(await takesConnections(address, portOf(broker))).toBe(false);
    }
    await createTopic(broker, 'kept');
    await publish(broker, 'kept', 7);

    const [before] = kafka.pids;
    await kafka.kill(0);
    expect(await takesConnections('127.0.0.1', portOf(broker))).toBe(false);
    await kafka.start(0);
    expect(await knownBrokers(portOf(broker))).toEqual([1]);
    expect(kafka.pids).not.toEqual([before]);
    await publish(broker, 'kept', 3);

    await kafka.stop();
    expect(await takesConnections('127.0.0.1', portOf(broker))).toBe(false);
    expect(await runs(kafka.pids[0])).toBe(false);
    expect(existsSync(join(directory, 'kafka.json'))).toBe(false);
    await kafka.stop();
    await expect(start({ nodes: 3 })).rejects.toMatchObject({ code: 'cluster-differs' });
    const again = await start();
    expect(await recordsIn(again.brokers[0], 'kept')).toBe('kept:0:10\n');
  });

  it('is found by whoever comes later, and told from a stranger who has its pid now', async () => {
    const stranger = spawn('sleep', ['60']);
    try {
      const stale = { brokers: ['127.0.0.1:9092'], pids: [stranger.pid] };
      await writeFile(join(directory, 'kafka.json'), JSON.stringify(stale));
      expect(await LocalKafka.find(directory)).toBeNull();

      const first = await start();
      expect(first.pids).not.toContain(stranger.pid);
      const second = await start({ ports: await freePorts(2) });
      expect(second).toMatchObject({ brokers: first.brokers, pids: first.pids });
      await (await LocalKafka.find(directory))?.stop();
      expect(await runs(first.pids[0])).toBe(false);
      expect(await runs(stranger.pid)).toBe(true);
    } finally {
      stranger.kill();
    }
  });

  it('says with the end of its log why it does not start', async () => {
    const failing = start({ settings: { 'authorizer.class.name': 'no.such.Authorizer' } });
    await expect(failing).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('no.such.Authorizer'),
    });
    expect(await LocalKafka.find(directory)).toBeNull();
  });

  it('names the port that is taken', async () => {
    const ports = await freePorts(2);
    const squatter = createServer().listen(ports + 1, '127.0.0.1');
    await once(squatter, 'listening');
    try {
      await expect(start({ ports })).rejects.toMatchObject({
        code: 'port-taken',
        message: expect.stringContaining(`port ${ports + 1} on 127.0.0.1 is taken`),
      });
    } finally {
      squatter.close();
    }
  });
});

ownKafkaSuite('Three nodes', () => {
  it('do not start without one that does not, and leave nothing running', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'verbatim-kafka-'));
    const reaper = reapWhenOrphaned(directory);
    const data = join(directory, 'node-2', 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'meta.properties'), 'version=1\ncluster.id=any\nnode.id=7\n');
    await expect(LocalKafka.start({ directory, nodes: 3, heapMegabytes: 256 })).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('node-2'),
    });
    const { pids } = JSON.parse(await readFile(join(directory, 'kafka.json'), 'utf8')) as { pids: number[] };
    expect(await Promise.all(pids.map(runs))).toEqual([false, false, false]);
    reaper.kill();
    await rm(directory, { recursive: true, force: true });
  });

  it('take records while one is away, and that one catches up', async () => {
    const kafka = await ownKafka({ nodes: 3 });
    const [first, second] = kafka.brokers;
    expect(new Set([...kafka.brokers, ...kafka.pids]).size).toBe(6);
    const known = await Promise.all(kafka.brokers.map((broker) => knownBrokers(portOf(broker))));
    expect(known.map((ids) => ids.toSorted())).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    await createTopic(first, 'replicated');
    await publish(first, 'replicated', 5);
    await kafka.kill(0);
    await publish(second, 'replicated', 5);
    await kafka.start(0);
    await kafka.kill(1, 'SIGTERM');
    await publish(first, 'replicated', 5);
    expect(await recordsIn(first, 'replicated')).toBe('replicated:0:15\n');
    const { pids } = kafka;
    await kafka.stop();
    expect(await Promise.all(pids.map(runs))).toEqual([false, false, false]);
  });
});
