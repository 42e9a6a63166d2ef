import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { KafkaBrokerError } from './errors';

export const kafkaVersion = '4.1.1';

const run = promisify(execFile);

/** Holds Apache Kafka's jars and nothing else, once they have been fetched. */
export function jarsFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'];
  const root = cache === undefined || cache === '' ? join(homedir(), '.cache') : cache;
  return join(root, 'verbatim', `kafka-${kafkaVersion}`);
}

export function jarsAreThere(): boolean {
  return existsSync(jarsFolder());
}

/**
 * Fetches Apache Kafka (Apache-2.0, 45 MB) through Maven into {@link jarsFolder}, unless it is there. The folder
 * appears at once with everything in it, whoever is interrupted or fetches it at the same time.
 * @throws KafkaBrokerError `jars-unavailable`
 */
export async function fetchJars(onProgress: (text: string) => void): Promise<void> {
  const folder = jarsFolder();
  if (existsSync(folder)) return;
  onProgress(`fetching Apache Kafka ${kafkaVersion} with Maven (45 MB, once)`);
  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(`${folder}.`);
  try {
    await writeFile(join(scratch, 'pom.xml'), project);
    await runMaven(scratch);
    await rename(join(scratch, 'jars'), folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function runMaven(folder: string): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars'];
  try {
    await run('mvn', ['--quiet', '--batch-mode', '--strict-checksums', ...goal], { cwd: folder });
  } catch (cause) {
    const output = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : '';
    const reason = /^\[ERROR\] (.+)$/m.exec(output)?.[1] ?? String(cause);
    throw new KafkaBrokerError(
      'jars-unavailable',
      `Maven could not fetch Apache Kafka ${kafkaVersion}, for which it needs the network once: ${reason}`,
      { cause },
    );
  }
}

/**
 * Kafka, its command-line tools without the Connect and web servers they come with, and a binding for its log:
 * without one it never says why it stops.
 */
const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>verbatim</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${kafkaVersion}</version>
    </dependency>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka-tools</artifactId>
      <version>${kafkaVersion}</version>
      <exclusions>
        <exclusion>
          <groupId>*</groupId>
          <artifactId>*</artifactId>
        </exclusion>
      </exclusions>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;
