import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KafkaBrokerError } from './errors';
import { runKafkaTool } from './java-tool';
import { propertiesFile } from './server-process';

const clusterSchema = z.object({ id: z.string().min(1), nodes: z.literal([1, 3]) });
const announcementSchema = z.object({
  brokers: z.array(z.string()).min(1),
  pids: z.array(z.int().positive()).min(1),
});

/** What `cluster.json` holds, which never changes: Kafka's own id of the cluster, and how many nodes it has. */
export type Cluster = z.infer<typeof clusterSchema>;

/** What `kafka.json` holds: the addresses of the brokers and the pids of their processes, in the same order. */
export type Announcement = z.infer<typeof announcementSchema>;

const clusterFile = (directory: string): string => join(directory, 'cluster.json');
const announcementFile = (directory: string): string => join(directory, 'kafka.json');

/** For each node its settings, `data` and `kafka.log`. */
export const nodeFolder = (directory: string, id: number): string => join(directory, `node-${id}`);

/**
 * The cluster in this folder; made, of one node where `nodes` says nothing, when it is asked for the first time.
 * @throws KafkaBrokerError `cluster-differs`
 */
export async function openCluster(directory: string, nodes?: 1 | 3): Promise<Cluster> {
  const there = await readDocument(clusterFile(directory), clusterSchema);
  if (there === null) {
    // Kafka takes an id that begins with a dash for an option.
    const id = randomBytes(16).toString('base64url').replace(/^-/, '_');
    const cluster: Cluster = { id, nodes: nodes ?? 1 };
    await writeDocument(clusterFile(directory), cluster);
    return cluster;
  }
  if (nodes === undefined || nodes === there.nodes) return there;
  throw new KafkaBrokerError(
    'cluster-differs',
    `${directory} holds a Kafka of ${there.nodes} node(s), and that cannot change: choose another folder, or remove it`,
  );
}

/** Makes a node's folder ready to start with these settings; its data stay where there are any. */
export async function prepareNode(folder: string, cluster: Cluster, properties: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(propertiesFile(folder), properties);
  // Kafka writes this file last.
  if (existsSync(join(folder, 'data', 'meta.properties'))) return;
  const words = ['format', '--cluster-id', cluster.id, '--config', propertiesFile(folder)];
  try {
    await runKafkaTool('kafka.tools.StorageTool', words, { cwd: folder });
  } catch (cause) {
    const reason = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new KafkaBrokerError('start-failed', `Kafka's data could not be made: ${reason}`, { cause });
  }
}

export function readAnnouncement(directory: string): Promise<Announcement | null> {
  return readDocument(announcementFile(directory), announcementSchema);
}

export function announce(directory: string, announcement: Announcement): Promise<void> {
  return writeDocument(announcementFile(directory), announcement);
}

export async function withdraw(directory: string): Promise<void> {
  await rm(announcementFile(directory), { force: true });
}

/** Null where there is none, or another program's. */
async function readDocument<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Readers see the old file or the new one, whole. */
async function writeDocument(file: string, document: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(document)}\n`);
  await rename(`${file}.new`, file);
}
