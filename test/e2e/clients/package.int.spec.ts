import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(60_000);

const root = join(__dirname, '../../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
let folder: string;

/** Installed from its tarball into a folder without anything of this project around it, and without a registry. */
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-client-')));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const packed = npm(root, 'pack', './libs/client', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function node(cwd: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

function npm(cwd: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${words.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

test.each([
  ['a.cjs', "const { VerbatimClient } = require('verbatim-context-client');"],
  ['a.mjs', "import { VerbatimClient } from 'verbatim-context-client';"],
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
    `import { VerbatimClient } from 'verbatim-context-client';
    declare module 'verbatim-context-client' {
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
