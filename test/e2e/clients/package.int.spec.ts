import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(60_000);

const root = join(__dirname, '../../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
let folder: string;

/** Without anything of this project around it. */
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-client-')));
  const installed = join(folder, 'node_modules/@verbatim/client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'libs/client/package.json'), join(installed, 'package.json'));
  const words = ['-p', join(root, 'libs/client/tsconfig.build.json'), '--outDir', join(installed, 'dist')];
  node(root, tsc, ...words);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function node(cwd: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

test.each([
  ['a.cjs', "const { VerbatimClient } = require('@verbatim/client');"],
  ['a.mjs', "import { VerbatimClient } from '@verbatim/client';"],
])('the package works where it alone is installed: %s', (name, load) => {
  writeFileSync(
    join(folder, name),
    `${load}
    console.log(new VerbatimClient({ url: 'http://127.0.0.1:1' }).conversation('c').id);`,
  );
  expect(node(folder, name)).toBe('c\n');
});

test('its types need nothing else, and know what is wrong', () => {
  writeFileSync(
    join(folder, 'use.mts'),
    `import { VerbatimClient } from '@verbatim/client';
    declare module '@verbatim/client' {
      interface ProviderBodies { anthropic: { messages: { mine: true }[] } }
    }
    const conversation = new VerbatimClient({ url: '' }).conversation('c');
    export const mine: true | undefined = (await conversation.context({ model: 'm', target: 'anthropic' })).body.messages[0]?.mine;
    export const input: object[] = (await conversation.context({ model: 'm', target: 'openai-responses' })).body.input;
    // @ts-expect-error a target that there is not
    await conversation.context({ model: 'm', target: 'openai' });
    // @ts-expect-error no model
    await conversation.context({});`,
  );
  const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  expect(node(folder, tsc, ...words, 'use.mts')).toBe('');
});
