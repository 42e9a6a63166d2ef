import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { KafkaBrokerError } from './errors';
import { jarsAreThere } from './jars';

const leastJava = 17;

/** The `java` of `JAVA_HOME`, else the one on the path. */
export function javaProgram(): string {
  const home = process.env['JAVA_HOME'];
  return home === undefined || home === '' ? 'java' : join(home, 'bin', 'java');
}

/** What this machine lacks to run Kafka, in a sentence that says what to do; null where nothing is missing. */
export function missingTools(): string | null {
  const found = javaVersion();
  if (found === null) {
    return `Java is missing: install Java ${leastJava} or later, so that \`java\` is on the PATH or under JAVA_HOME`;
  }
  if (found < leastJava) return `Java ${found} is too old: Kafka needs Java ${leastJava} or later`;
  if (jarsAreThere() || runs('mvn')) return null;
  return 'Maven is missing, which fetches Apache Kafka once: install it, so that `mvn` is on the PATH';
}

/** @throws KafkaBrokerError `tools-missing` */
export function assertTools(): void {
  const missing = missingTools();
  if (missing !== null) throw new KafkaBrokerError('tools-missing', missing);
}

/** Its major version; 1 for Java 8 and before, which called itself 1.8. */
function javaVersion(): number | null {
  const { status, stderr } = spawnSync(javaProgram(), ['-version'], { encoding: 'utf8' });
  const [, major] = /version "(\d+)/.exec(stderr ?? '') ?? [];
  return status === 0 && major !== undefined ? Number(major) : null;
}

/** Whether there is such a program, which answers to `--version`. */
export function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
