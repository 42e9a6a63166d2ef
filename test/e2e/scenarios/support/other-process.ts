import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VerbatimProcess } from '../../../../apps/cli/testing/verbatim-process';
import type { ServiceName, World } from './world';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-scenario-'));
const configuration = join(directory, 'verbatim.json');

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A service of the world in a process of its own; resolves when it listens. */
export async function startProcess({ settings }: World, name: ServiceName) {
  const kafka = {
    brokers: settings['VERBATIM_KAFKA'],
    prefix: settings['VERBATIM_KAFKA_PREFIX'],
    sessionSeconds: settings['VERBATIM_KAFKA_SESSION_SECONDS'],
  };
  const file = {
    database: settings['DATABASE_URL'],
    partitions: settings['VERBATIM_PARTITIONS'],
    ...(kafka.brokers !== undefined && { kafka }),
  };
  writeFileSync(configuration, JSON.stringify(file));
  const words = ['serve', '--only', name, '--port', '0', '--log-level', 'error', '--config', configuration];
  const process = new VerbatimProcess(...words);
  return { process, url: await process.listening() };
}
