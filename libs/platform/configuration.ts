import { nearestName } from '@verbatim/conversation';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error';
import { configurationSchema, settings, type Configuration, type Setting } from './configuration-schema';
import { fromEnvironment, fromFile, fromOverrides, type GivenValue } from './configuration-sources';

/** Where settings come from: overrides (flags) win over `env`, `env` over the file, the file over the defaults. */
export interface ConfigurationSources {
  readonly env: NodeJS.ProcessEnv;
  /** A YAML or JSON file; without it the one `VERBATIM_CONFIG` names, if any. */
  readonly file?: string | undefined;
  /** Keys as in the file, nested or dotted; undefined is unset. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
}

const byPath = new Map(settings.map((setting) => [setting.path, setting]));

/**
 * The checked configuration (SPEC 9, "Configuration").
 * @throws ConfigurationError naming every unknown key and bad value at once.
 */
export function loadConfiguration({ env, file, overrides = {} }: ConfigurationSources): Configuration {
  const problems: ConfigurationProblem[] = [];
  const chosen = new Map<string, GivenValue>();
  for (const given of [
    ...readFile(file ?? env['VERBATIM_CONFIG'], problems),
    ...fromEnvironment(env),
    ...fromOverrides(overrides),
  ]) {
    const setting = byPath.get(given.path);
    if (setting === undefined) problems.push({ key: given.key, message: unknownKey(given) });
    else chosen.set(given.path, given);
  }
  const parsed = configurationSchema.safeParse(nested(chosen));
  const faulty = new Map(
    parsed.error?.issues.map(({ path, message }) => [path.slice(0, 2).join('.'), message]),
  );
  for (const [path, reason] of faulty) {
    const [given, setting] = [chosen.get(path), byPath.get(path)];
    const message = setting?.explains === true ? reason : badValue(setting, given?.value);
    problems.push({ key: given?.key ?? path, message });
  }
  if (parsed.success) problems.push(...kafkaProblems(parsed.data.kafka));
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems);
  return parsed.data;
}

/** Nothing here may stop the search for further problems, so a file that cannot be read is one of them. */
function readFile(file: string | undefined, problems: ConfigurationProblem[]): GivenValue[] {
  if (file === undefined || file === '') return [];
  try {
    return fromFile(file);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    problems.push(...error.problems);
    return [];
  }
}

/** What no single setting can tell. */
function kafkaProblems(kafka: Configuration['kafka']): ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  const { saslMechanism, saslUsername, saslPassword } = kafka;
  if (saslMechanism !== undefined && (saslUsername === undefined || saslPassword === undefined)) {
    const message = 'needs kafka.saslUsername and kafka.saslPassword';
    problems.push({ key: 'kafka.saslMechanism', message });
  }
  if (saslMechanism === undefined && (saslUsername ?? saslPassword) !== undefined) {
    problems.push({ key: 'kafka.saslUsername', message: 'has no effect without kafka.saslMechanism' });
  }
  if ((kafka.tlsCert === undefined) !== (kafka.tlsKey === undefined)) {
    problems.push({ key: 'kafka.tlsCert', message: 'and kafka.tlsKey belong together' });
  }
  if (!kafka.tls && (kafka.tlsCa ?? kafka.tlsCert) !== undefined) {
    problems.push({ key: 'kafka.tlsCa', message: 'has no effect without kafka.tls: true' });
  }
  return problems;
}

function unknownKey({ key, path }: GivenValue): string {
  const inGroup = settings.filter((setting) => setting.path.startsWith(`${path}.`));
  if (inGroup.length > 0) return `is a group, expected ${inGroup.map((one) => one.path).join(', ')}`;
  const isVariable = key.startsWith('VERBATIM_');
  const candidates = isVariable ? ['VERBATIM_CONFIG', ...settings.flatMap(({ env }) => env)] : byPath.keys();
  const suggestion = nearestName(path, candidates);
  return suggestion === null ? 'is not known' : `is not known, did you mean ${suggestion}?`;
}

function badValue(setting: Setting | undefined, value: unknown): string {
  const what = setting?.secret === true ? 'its value (not shown)' : shown(value);
  return `${what} is not valid, expected ${setting?.expected ?? 'something else'}`;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 100 ? `${json.slice(0, 100)}…` : json;
}

function nested(chosen: ReadonlyMap<string, GivenValue>): object {
  const groups: Record<string, Record<string, unknown>> = {};
  const top: Record<string, unknown> = {};
  for (const { path } of settings) {
    const [head = '', key] = path.split('.');
    const value = chosen.get(path)?.value;
    if (key === undefined) top[head] = value;
    else (groups[head] ??= {})[key] = value;
  }
  return { ...top, ...groups };
}
