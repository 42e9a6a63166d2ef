import { spawn, spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type RunningServices, startServices } from '../../support/services';
import { installedClient } from './installed-client';
import { models } from './openai-models';

jest.setTimeout(60_000);

const root = join(__dirname, '../../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
let folder: string;

beforeAll(() => {
  folder = installedClient();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function node(cwd: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
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

describe('the first agent of the README', () => {
  let services: RunningServices;

  beforeAll(async () => {
    services = await startServices({ only: ['projector', 'context-builder'] });
    cpSync(join(root, 'docs/clients/agent.mts'), join(folder, 'agent.mts'));
    symlinkSync(join(root, 'node_modules/openai'), join(folder, 'node_modules/openai'));
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  });

  afterAll(() => services.stop());

  test('is well typed, answers, and says how to see what the model saw', async () => {
    const words = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    expect(node(folder, tsc, ...words, '--skipLibCheck', 'agent.mts')).toBe('');
    const model = await models({ chat: () => ({ content: 'It is out for delivery.' }) });
    const env = {
      ...process.env,
      VERBATIM_URL: services.url,
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'sk-test',
    };
    const run = spawn(process.execPath, ['agent.mjs'], { cwd: folder, env });
    const [out, err] = await Promise.all([text(run.stdout), text(run.stderr)]);
    expect(err).toBe('');
    expect(out).toMatch(
      /^It is out for delivery\.\nWhat did the model see\? verbatim saw parcel-7391 \S+\n$/,
    );
    expect(model.calls[0]?.body['messages']).toEqual([{ role: 'user', content: 'Where is my parcel 7391?' }]);
  });
});
