import { readFileSync } from 'node:fs';
import type { SummarizerChoice } from '@verbatim/conversation';
import { fileProblem } from './file-problem';
import type { Configuration } from './configuration-schema';

/** The provider that the settings `openai` make; a policy that names none means this one. */
const INSTALLATION = 'openai';
const OPENAI_URL = 'https://api.openai.com/v1';

export interface ChosenProvider {
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string;
  /** `env:VARIABLE` or `file:PATH`; null where the server wants no key. */
  readonly keyReference: string | null;
  /** True of the settings `openai`, which hold their key themselves. */
  readonly isInstallation: boolean;
}

type Choice = Pick<SummarizerChoice, 'model' | 'provider' | 'baseUrl' | 'keyReference'>;
type Settings = Pick<Configuration, 'openai' | 'summarizer'>;

/**
 * The provider and model that a policy's choice means; null means the installation's. In place of `provider` a model
 * may be written `openai:NAME`. Gives a sentence where the choice cannot be used: the base URL and the key are the
 * operator's alone.
 */
export function chosenProvider(choice: Choice | null, settings: Settings): ChosenProvider | string {
  const known = providers(settings);
  const written = choice?.model ?? settings.summarizer.model;
  const [prefix = '', ...rest] = written.split(':');
  const isPrefixed = !choice?.provider && rest.length > 0 && known.has(prefix);
  const provider = choice?.provider ?? (isPrefixed ? prefix : INSTALLATION);
  const found = known.get(provider);
  if (found === undefined) {
    const names = [...known.keys()].join(', ');
    return `The summarizer's provider ${JSON.stringify(provider)} is not configured here; known: ${names}`;
  }
  const { baseUrl = null, keyReference = null } = choice ?? {};
  if (baseUrl !== null && bare(baseUrl) !== bare(found.baseUrl)) {
    return `The base URL of the provider ${provider} is the operator's alone to set, and the policy's differs from it`;
  }
  if (keyReference !== null && reference(keyReference) !== found.keyReference) {
    return `The policy's keyReference is not the one that the operator configured for the provider ${provider}`;
  }
  return { provider, model: isPrefixed ? rest.join(':') : written, ...found };
}

/**
 * The key that a reference stands for.
 * @throws Error naming the variable or the file where there is none
 */
export function referencedKey(keyReference: string, env: NodeJS.ProcessEnv): string {
  const [kind, ...rest] = keyReference.split(':');
  const name = rest.join(':');
  const key = (kind === 'file' ? keyFile(name) : (env[name] ?? '')).trim();
  if (key === '') throw new Error(`${kind === 'file' ? 'the file' : 'the variable'} ${name} holds no key`);
  return key;
}

function keyFile(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (cause) {
    throw new Error(`the file ${name}, which should hold a key, cannot be read: ${fileProblem(cause)}`, {
      cause,
    });
  }
}

function providers({
  openai,
  summarizer,
}: Settings): Map<string, Omit<ChosenProvider, 'provider' | 'model'>> {
  const installation: Omit<ChosenProvider, 'provider' | 'model'> = {
    baseUrl: openai.baseUrl ?? OPENAI_URL,
    keyReference: 'env:OPENAI_API_KEY',
    isInstallation: true,
  };
  const known = new Map([[INSTALLATION, installation]]);
  for (const [name, { baseUrl, keyReference = null }] of Object.entries(summarizer.providers)) {
    known.set(name, { baseUrl, keyReference, isInstallation: false });
  }
  return known;
}

function bare(url: string): string {
  return url.replace(/\/+$/, '');
}

/** A bare name is that of a variable. */
function reference(written: string): string {
  return /^(?:env|file):/.test(written) ? written : `env:${written}`;
}
