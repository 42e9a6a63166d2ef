import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../support/protocol-server';

/** The sources that docs/clients.md shows. */
const folder = join(__dirname, '../../../docs/clients');
const hook = join(__dirname, '../../../apps/cli/testing/register-typescript.js');

/** Runs a sample. @returns its lines; throws what it wrote to standard error where it failed */
export async function run(
  file: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const [program = '', ...first] = interpreterOf(file);
  const env = { ...neutral(), OPENAI_API_KEY: 'sk-test', ANTHROPIC_API_KEY: 'sk-test', ...environment };
  const child = spawn(program, [...first, join(folder, file), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${stderr}${stdout}`);
  process.stdout.write(`${file}\n${stdout}`);
  return stdout.trimEnd().split('\n');
}

/** This process's environment without what says where services are, and which keys they take. */
function neutral(): NodeJS.ProcessEnv {
  const foreign = /^(?:OPENAI|ANTHROPIC|VERBATIM|KAFKA)_/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function interpreterOf(file: string): string[] {
  if (file.endsWith('.ts')) return [process.execPath, '--require', hook];
  return [file.endsWith('.py') ? 'python3' : 'sh'];
}

export const parcels = [7391, 7392];
export const question = 'Where are my parcels 7391 and 7392?';

/** What the samples' tool gives. */
export const results = parcels.map((parcel) => `parcel ${parcel}: out for delivery, expected at 14:30`);

/** What the model says at last: the results that it was given. */
export function said(found: readonly unknown[]): string {
  return `This is what I found: ${found.join('; ')}.`;
}

export function withType(items: unknown, name: string, type: string): JsonObject[] {
  return (items as JsonObject[]).filter((item) => item[name] === type);
}
