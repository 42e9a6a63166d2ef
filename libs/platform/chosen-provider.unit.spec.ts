import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarizerSchema, type SummarizerChoice } from '@verbatim/conversation';
import { chosenProvider, referencedKey } from './chosen-provider';
import { loadConfiguration } from './configuration';

const settings = loadConfiguration({
  env: {
    VERBATIM_SUMMARIZER_PROVIDERS: JSON.stringify({
      local: { baseUrl: 'http://127.0.0.1:11434/v1' },
      cheap: { baseUrl: 'https://cheap.example/v1', keyReference: 'env:CHEAP_KEY' },
    }),
  },
});
const chosen = (choice: Partial<SummarizerChoice> | null) =>
  chosenProvider(choice && summarizerSchema.parse(choice), settings);

const installation = {
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  keyReference: 'env:OPENAI_API_KEY',
  isInstallation: true,
};
const local = {
  provider: 'local',
  baseUrl: 'http://127.0.0.1:11434/v1',
  keyReference: null,
  isInstallation: false,
};

it.each<[string, Partial<SummarizerChoice> | null, object]>([
  ['nothing is that of the installation', null, { ...installation, model: 'gpt-4o-mini' }],
  ['limits alone too', { limitRequests: 3 }, { ...installation, model: 'gpt-4o-mini' }],
  ['a model is one of the installation', { model: 'gpt-4.1' }, { ...installation, model: 'gpt-4.1' }],
  ['openai:NAME is NAME of openai', { model: 'openai:gpt-4.1' }, { ...installation, model: 'gpt-4.1' }],
  ['a provider may be named so too', { model: 'local:llama3:8b' }, { ...local, model: 'llama3:8b' }],
  ['a colon alone names none', { model: 'llama3:8b' }, { ...installation, model: 'llama3:8b' }],
  ['a provider', { provider: 'local', model: 'openai:x' }, { ...local, model: 'openai:x' }],
  [
    'its own base URL and key',
    { model: 'm', provider: 'cheap', baseUrl: 'https://cheap.example/v1/', keyReference: 'CHEAP_KEY' },
    {
      provider: 'cheap',
      model: 'm',
      baseUrl: 'https://cheap.example/v1',
      keyReference: 'env:CHEAP_KEY',
      isInstallation: false,
    },
  ],
])('%s', (_, choice, expected) => {
  expect(chosen(choice)).toEqual(expected);
});

it.each<[Partial<SummarizerChoice>, RegExp]>([
  [{ provider: 'other' }, /"other" is not configured here; known: openai, local, cheap$/],
  [{ provider: '__proto__' }, /not configured/],
  [{ provider: 'local', baseUrl: 'http://127.0.0.1:1/v1' }, /operator's alone/],
  [{ baseUrl: 'https://evil.example/v1' }, /base URL of the provider openai is the operator's alone/],
  [{ provider: 'local', keyReference: 'OPENAI_API_KEY' }, /keyReference is not the one/],
])('%j is refused in a sentence', (choice, sentence) => {
  expect(chosen({ model: 'm', ...choice })).toMatch(sentence);
});

it('a provider of the name openai stands in for that of the installation', () => {
  const providers = { openai: { baseUrl: 'https://proxy.example/v1' } };
  const own = loadConfiguration({ env: {}, overrides: { summarizer: { providers } } });
  expect(chosenProvider(null, own)).toMatchObject({
    baseUrl: 'https://proxy.example/v1',
    isInstallation: false,
  });
});

it('a key comes from a variable or a mounted file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'verbatim-key-')), 'key');
  writeFileSync(file, 'sk-file\n');
  expect(referencedKey('env:CHEAP_KEY', { CHEAP_KEY: 'sk-env' })).toBe('sk-env');
  expect(referencedKey(`file:${file}`, {})).toBe('sk-file');
  expect(() => referencedKey('env:CHEAP_KEY', {})).toThrow('the variable CHEAP_KEY holds no key');
  expect(() => referencedKey(`file:${file}-gone`, {})).toThrow(
    '-gone, which should hold a key, cannot be read: there is no such file',
  );
});
