import { readFileSync } from 'node:fs';
import { ConfigurationError } from './configuration-error';
import { settings } from './configuration-schema';
import { fileProblem } from './file-problem';
import { readYaml } from './yaml-fault';

/** A value somebody gave: `key` as they wrote it, `path` as the schema has it. */
export interface GivenValue {
  readonly key: string;
  readonly path: string;
  readonly value: unknown;
}

/** What client commands send as their API key: no setting of a service, yet often set in the same shell. */
const CLIENTS_KEY = 'VERBATIM_API_KEY';

/** The variables that set something, plus unknown `VERBATIM_…` ones (their path is their name). Empty is unset. */
export function fromEnvironment(env: NodeJS.ProcessEnv): GivenValue[] {
  const given: GivenValue[] = [];
  const known = new Set<string>(['VERBATIM_CONFIG', CLIENTS_KEY]);
  for (const { path, env: names } of settings) {
    names.forEach((name) => known.add(name));
    const key = names.find((name) => isSet(env[name]));
    if (key !== undefined) given.push({ key, path, value: env[key] });
  }
  for (const key of Object.keys(env)) {
    if (key.startsWith('VERBATIM_') && !known.has(key) && isSet(env[key])) {
      given.push({ key, path: key, value: env[key] });
    }
  }
  return given;
}

/**
 * The keys of one YAML or JSON file, in dotted form; null is unset.
 * @throws ConfigurationError where it cannot be read or parsed; the text of the file is never quoted.
 */
export function fromFile(file: string): GivenValue[] {
  const values = flatten(parseFile(file), '');
  return values.map(([path, value]) => ({ key: `${path} (in ${file})`, path, value }));
}

/** Values from flags, nested or dotted; undefined is unset. Named in messages as the flag: `logLevel` is `--log-level`. */
export function fromOverrides(overrides: object): GivenValue[] {
  return flatten(overrides, '').map(([name, value]) => {
    const path = settings.find(({ flag }) => flag === name)?.path ?? name;
    return { key: `--${kebab(name)}`, path, value };
  });
}

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

const kebab = (path: string): string =>
  path.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function flatten(group: object, prefix: string): [path: string, value: unknown][] {
  return Object.entries(group).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    const isSetting = settings.some(({ path }) => path === `${prefix}${key}`);
    return isGroup(value) && !isSetting ? flatten(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]];
  });
}

function parseFile(file: string): object {
  const refuse = (message: string) => new ConfigurationError([{ key: file, message }]);
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read: ${fileProblem(error)}`);
  }
  const { document, fault } = readYaml(source);
  if (fault !== null) {
    throw refuse(`is neither YAML nor JSON: line ${fault.line}, column ${fault.column}: ${fault.reason}`);
  }
  const content: unknown = document.toJS() ?? {};
  if (!isGroup(content)) throw refuse('expected keys and values, such as "port: 8080"');
  return content;
}
