import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration, type ConfigurationSources } from './configuration';
import { ConfigurationError } from './configuration-error';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-platform-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function fileWith(name: string, content: string): string {
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

function problemsOf(sources: ConfigurationSources): Record<string, string> {
  try {
    loadConfiguration(sources);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return Object.fromEntries(error.problems.map(({ key, message }) => [key, message]));
  }
  return {};
}

describe('loadConfiguration', () => {
  it('has a default for everything that needs one', () => {
    expect(loadConfiguration({ env: {} })).toEqual({
      port: 8080,
      host: '127.0.0.1',
      data: '.verbatim',
      logLevel: 'info',
      logFormat: 'auto',
      signatures: 'required',
      partitions: 6,
      projector: { group: 'verbatim-projector' },
      relay: { receipts: 'auto' },
      logRetention: {},
      shutdownSeconds: 10,
      noticeSeconds: 0,
      postgres: { connections: 10, statementSeconds: 30 },
      http: { requests: 256, waiting: 128, patienceMilliseconds: 2000, bodyBytes: 268_435_456 },
      kafka: { prefix: '', sessionSeconds: 10, tls: false },
      openai: {},
      summarizer: { model: 'gpt-4o-mini', concurrency: 4, providers: {} },
      plugins: { milliseconds: 250 },
      window: { ceiling: 200 },
      reading: { partCharacters: 200_000 },
      limits: { eventBytes: 1_048_576, textBytes: 524_288, parts: 256, depth: 32, batch: 1000, id: 256 },
    });
  });

  it('prefers overrides over the environment, that over the file, that over the defaults', () => {
    const file = fileWith(
      'order.yaml',
      'port: 1\ndata: a\nhost: localhost\nlimits:\n  depth: 5\n  parts: 6\n',
    );
    const env = { VERBATIM_PORT: '2', VERBATIM_DATA: 'b', VERBATIM_LIMIT_DEPTH: '7' };
    const configuration = loadConfiguration({ env, file, overrides: { port: '3', data: undefined } });
    expect(configuration).toMatchObject({ port: 3, data: 'b', host: 'localhost' });
    expect(configuration.limits).toMatchObject({ depth: 7, parts: 6, batch: 1000 });
  });

  it('keeps the log for ever unless a retention is given', () => {
    const env = { VERBATIM_LOG_RETENTION_HOURS: '24', VERBATIM_LOG_RETENTION_BYTES: '1000000000000' };
    expect(loadConfiguration({ env }).logRetention).toEqual({ hours: 24, bytes: 1e12 });
    expect(loadConfiguration({ env: {} }).logRetention).toEqual({ hours: undefined, bytes: undefined });
    expect(() => loadConfiguration({ env: { VERBATIM_LOG_RETENTION_HOURS: '0' } })).toThrow(/HOURS/);
  });

  it('reads JSON too, from where VERBATIM_CONFIG says, and dotted keys', () => {
    const file = fileWith(
      'settings.json',
      '{"summarizer": {"model": "m"}, "limits.batch": 9, "database": null}',
    );
    const configuration = loadConfiguration({ env: { VERBATIM_CONFIG: file } });
    expect([configuration.summarizer.model, configuration.limits.batch]).toEqual(['m', 9]);
  });

  it('takes DATABASE_URL, VERBATIM_DATABASE before it, and an empty variable as unset', () => {
    const usual = { DATABASE_URL: 'postgres://a@localhost/one', OPENAI_API_KEY: '', PATH: '/bin' };
    expect(loadConfiguration({ env: usual }).database).toBe('postgres://a@localhost/one');
    expect(loadConfiguration({ env: usual }).openai.apiKey).toBeUndefined();
    const both = { ...usual, VERBATIM_DATABASE: 'postgresql://b@localhost/two' };
    expect(loadConfiguration({ env: both }).database).toBe('postgresql://b@localhost/two');
  });

  it('names every problem of every source at once, as the person wrote it', () => {
    const file = fileWith('bad.yaml', 'prot: 1\nlimits:\n  depth: 0\n  evnetBytes: 3\n');
    const env = { VERBATIM_PARTITION: '3', VERBATIM_LOG_LEVEL: 'loud', VERBATIM_LIMIT_BATCH: '1e3' };
    expect(problemsOf({ env, file, overrides: { port: 'http', logLevel: undefined, dat: 'x' } })).toEqual({
      [`prot (in ${file})`]: 'is not known, did you mean port?',
      [`limits.evnetBytes (in ${file})`]: 'is not known, did you mean limits.eventBytes?',
      [`limits.depth (in ${file})`]: '0 is not valid, expected a whole number from 1 to 1000',
      VERBATIM_PARTITION: 'is not known, did you mean VERBATIM_PARTITIONS?',
      VERBATIM_LOG_LEVEL:
        '"loud" is not valid, expected one of fatal, error, warn, info, debug, trace, silent',
      VERBATIM_LIMIT_BATCH: '"1e3" is not valid, expected a whole number from 1 to 100000',
      '--port': '"http" is not valid, expected a whole number from 0 to 65535',
      '--dat': 'is not known, did you mean data?',
    });
  });

  it('lists the problems in its message', () => {
    const env = { VERBATIM_PORT: '70000', VERBATIM_PARTITIONS: '0' };
    expect(() => loadConfiguration({ env })).toThrow(
      /VERBATIM_PORT: "70000".*\n {2}VERBATIM_PARTITIONS: "0"/,
    );
  });

  it('says what belongs into a group that was given a plain value', () => {
    const file = fileWith('group.yaml', 'summarizer: gpt');
    expect(problemsOf({ env: {}, file })[`summarizer (in ${file})`]).toBe(
      'is a group, expected summarizer.model, summarizer.concurrency, summarizer.providers',
    );
  });

  it("takes the summarizer's providers from a file or, as JSON, from a variable, and shows none that is faulty", () => {
    const local = { baseUrl: 'http://127.0.0.1:11434/v1' };
    const cheap = { baseUrl: 'https://cheap.example/v1', keyReference: 'file:/run/secrets/cheap' };
    const yaml = 'summarizer:\n  model: m\n  providers:\n    local: { baseUrl: http://127.0.0.1:11434/v1 }\n';
    const file = fileWith('providers.yaml', yaml);
    expect(loadConfiguration({ env: {}, file }).summarizer).toMatchObject({
      model: 'm',
      providers: { local },
    });
    const env = { VERBATIM_SUMMARIZER_PROVIDERS: JSON.stringify({ cheap }) };
    expect(loadConfiguration({ env, file }).summarizer.providers).toEqual({ cheap });
    const faulty = [
      '{"x": {"baseUrl": "https://x.example", "apiKey": "hunter2"}}',
      '{"x": {"baseUrl": "https://x.example", "keyReference": "hunter2"}}',
      '{"x": {"baseUrl": "ftp://hunter2"}}',
      'hunter2',
    ];
    for (const value of faulty) {
      const message = problemsOf({ env: { VERBATIM_SUMMARIZER_PROVIDERS: value } })[
        'VERBATIM_SUMMARIZER_PROVIDERS'
      ];
      expect(message).toMatch(/^its value \(not shown\) is not valid, expected \{"NAME"/);
    }
  });

  it('never shows the value of a secret or of a key it does not know', () => {
    const file = fileWith('secret.yaml', 'openai:\n  apiKey: [hunter2]\n');
    const env = {
      DATABASE_URL: 'mysql://me:hunter2@localhost',
      OPENAI_BASE_URL: 'hunter2',
      VERBATIM_OPENAI_API_KEY: 'hunter2',
    };
    const problems = problemsOf({ env, file, overrides: { password: 'hunter2' } });
    expect(Object.keys(problems).toSorted()).toEqual([
      '--password',
      'DATABASE_URL',
      'OPENAI_BASE_URL',
      'VERBATIM_OPENAI_API_KEY',
      `openai.apiKey (in ${file})`,
    ]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it.each([
    ['KAFKA_BROKERS', { env: { KAFKA_BROKERS: 'localhost' } }],
    ['VERBATIM_KAFKA', { env: { VERBATIM_KAFKA: 'localhost:9092,' } }],
    ['--kafka', { env: {}, overrides: { kafka: 'local host:9092' } }],
  ])('refuses addresses that are none (%s)', (key, sources) => {
    expect(problemsOf(sources)[key]).toContain('expected addresses such as broker-1:9092,broker-2:9092');
  });

  it('takes the addresses of brokers from a flag, a variable or a file', () => {
    const brokers = ['a:1', '[::1]:2'];
    const file = fileWith('kafka.yaml', 'kafka:\n  brokers: ["a:1", "[::1]:2"]\n');
    const given = [
      { env: {}, overrides: { kafka: 'a:1,[::1]:2' } },
      { env: { KAFKA_BROKERS: 'a:1, [::1]:2' } },
      { env: {}, file },
    ];
    expect(given.map((sources) => loadConfiguration(sources).kafka.brokers)).toEqual([
      brokers,
      brokers,
      brokers,
    ]);
  });

  it('refuses settings of Kafka that do not go together', () => {
    const alone = { VERBATIM_KAFKA_SASL_MECHANISM: 'plain', VERBATIM_KAFKA_TLS_CERT: 'cert.pem' };
    expect(problemsOf({ env: alone })).toEqual({
      'kafka.saslMechanism': 'needs kafka.saslUsername and kafka.saslPassword',
      'kafka.tlsCert': 'and kafka.tlsKey belong together',
      'kafka.tlsCa': 'has no effect without kafka.tls: true',
    });
    expect(problemsOf({ env: { VERBATIM_KAFKA_SASL_PASSWORD: 'hunter2' } })).toEqual({
      'kafka.saslUsername': 'has no effect without kafka.saslMechanism',
    });
  });

  it('keeps API keys as hashes, from a variable or a file', () => {
    const entry = 'acme:read:hunter2-hunter2-hunter2';
    const file = fileWith('keys.yaml', `apiKeys: |\n  ${entry}\n`);
    for (const sources of [{ env: { VERBATIM_API_KEYS: entry } }, { env: {}, file }]) {
      const configuration = loadConfiguration(sources);
      expect(configuration.apiKeys).toMatchObject([{ tenant: 'acme', scopes: ['read'] }]);
      expect(JSON.stringify(configuration)).not.toContain('hunter2');
    }
  });

  it('names a bad API key by its number', () => {
    const file = fileWith('list.yaml', 'apiKeys: [hunter2]\n');
    const env = { VERBATIM_API_KEYS: 'acme:read:hunter2-hunter2-hunter2 acme:read:hunter2 hunter2' };
    const problems = { ...problemsOf({ env }), ...problemsOf({ env: {}, file }) };
    expect(problems['VERBATIM_API_KEYS']).toBe(
      'entry 2: expected a secret of at least 16 characters; entry 3: expected tenant:scope+scope:secret',
    );
    expect(problems[`apiKeys (in ${file})`]).toContain('expected string');
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it("lets the clients' API key stand in the same environment", () => {
    expect(problemsOf({ env: { VERBATIM_API_KEY: 'hunter2' } })).toEqual({});
  });

  it('refuses a file that is missing, not YAML, or a list, and quotes nothing of it', () => {
    const missing = join(directory, 'missing.yaml');
    const broken = fileWith('broken.yaml', 'port: 1\nsecret: "hunter2\n');
    const list = fileWith('list.json', '[1]');
    expect(problemsOf({ env: {}, file: missing })[missing]).toBe('cannot be read: there is no such file');
    expect(problemsOf({ env: {}, file: broken })[broken]).toMatch(
      /^is neither YAML nor JSON: line \d, column \d+: [a-z]/,
    );
    expect(problemsOf({ env: {}, file: list })[list]).toBe('expected keys and values, such as "port: 8080"');
  });

  it('is not fooled by a key named like a part of every object', () => {
    const file = fileWith('proto.json', '{"__proto__": {"port": 1}}');
    expect(Object.keys(problemsOf({ env: {}, file }))).toEqual([`__proto__.port (in ${file})`]);
  });
});
