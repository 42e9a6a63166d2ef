import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Not by its name: Jest maps names in suites only, and this runs in its global setup too.
import { LocalKafka, type LocalKafkaOptions } from '../../libs/kafka-broker';
import { openDoor, type Door } from './door';

/** Where a spec file asks for the run's Kafka; the broker starts when the first one asks. */
export const kafkaDoorVariable = 'VERBATIM_TEST_KAFKA_DOOR';

/** A Kafka on a temporary folder, which goes with it. */
export interface TemporaryKafka {
  readonly kafka: LocalKafka;
  dispose(): Promise<void>;
}

let door: Door | undefined;
let running: Promise<TemporaryKafka> | undefined;

export async function openTestKafka(): Promise<void> {
  door = await openDoor(kafkaDoorVariable, async () => {
    running ??= temporaryKafka({});
    return (await running).kafka.brokers.join();
  });
}

export async function closeTestKafka(): Promise<void> {
  door?.close();
  const started = await running?.catch(() => undefined);
  running = undefined;
  await started?.dispose();
}

export async function temporaryKafka(options: Omit<LocalKafkaOptions, 'directory'>): Promise<TemporaryKafka> {
  const directory = await mkdtemp(join(tmpdir(), 'verbatim-kafka-'));
  const reaper = reapWhenOrphaned(directory);
  const clean = async (): Promise<void> => {
    reaper.kill();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const kafka = await LocalKafka.start({ heapMegabytes: 256, ...options, directory });
    return { kafka, dispose: () => kafka.stop().then(clean) };
  } catch (error) {
    await clean();
    throw error;
  }
}

/**
 * Jest may be interrupted or killed without teardown: the end of the pipe tells this process, which then ends the Kafka on
 * `directory` and removes that.
 */
export function reapWhenOrphaned(directory: string): ChildProcess {
  const script = `cat
    kill -KILL $(sed -n 's/.*"pids":\\[\\([0-9,]*\\)\\].*/\\1/p' "$1/kafka.json" | tr , ' ')
    for attempt in 1 2 3 4 5; do rm -rf "$1" && break; sleep 1; done`;
  const reaper = spawn('sh', ['-c', script, 'sh', directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  return reaper;
}
