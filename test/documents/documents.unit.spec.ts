import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, documents, root } from './documents';

const made = documents();

/** A sentence with the remedy: the whole difference of two documents would hide it. */
function stateOf(path: string): string {
  const file = join(root, path);
  const published = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return published === made.get(path) ? 'up to date' : `${path} is out of date: run \`${command}\``;
}

test.each([...made.keys()])('%s is what the schemas and rules say', (path) => {
  expect(stateOf(path)).toBe('up to date');
});

test('no schema is left of an event type that is gone', () => {
  const files = readdirSync(join(root, 'docs/schemas')).map((file) => `docs/schemas/${file}`);
  expect(files.filter((file) => !made.has(file))).toEqual([]);
});

test('nothing in them depends on the machine', () => {
  const home = process.cwd();
  expect([...made].filter(([, text]) => text.includes(home)).map(([path]) => path)).toEqual([]);
});
