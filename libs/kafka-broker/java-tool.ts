import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { jarsFolder } from './jars';
import { javaProgram } from './tools';

const run = promisify(execFile);

/** For `java -cp`: Kafka's jars, once they have been fetched, and `further` ones. */
export function kafkaClassPath(...further: readonly string[]): string {
  return [join(jarsFolder(), '*'), ...further].join(delimiter);
}

/**
 * Runs a Java program that comes with Kafka, such as `org.apache.kafka.tools.TopicCommand`, to its end.
 * @returns what it wrote to its standard output
 * @throws an Error with `stderr`, where it ends with another code than 0
 */
export async function runKafkaTool(
  mainClass: string,
  words: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<string> {
  const { stdout } = await run(javaProgram(), [...briefly, '-cp', kafkaClassPath(), mainClass, ...words], {
    ...options,
    env: javaEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Nothing of ours: Kafka needs none of the keys that may be in this process's environment. */
export function javaEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/** For a process that lives for a second: its start matters, its speed does not. */
const briefly = [
  '-Xmx128m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
];
