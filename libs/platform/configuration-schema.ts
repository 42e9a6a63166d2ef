import { z } from 'zod';
import { apiKeysForm, parseApiKeys } from './configuration-api-keys';
import { parseSigningKeys, signingKeysForm } from './configuration-signing-keys';
import { providersForm, providersSchema } from './summarizer-providers';

const MEBIBYTE = 1024 * 1024;

/** What a setting has beside its type: the variables that set it (the first one set wins) and how to explain it. */
interface SettingNotes {
  readonly env: readonly string[];
  /** Completes "expected …". */
  readonly expected: string;
  /** What it decides, in one or two sentences for docs/settings.md. Sizes, times and counts name their unit. */
  readonly means: string;
  /** Its value never appears in a message. */
  readonly secret?: true;
  /** Its schema says by itself what is wrong, without the value. */
  readonly explains?: true;
  /** The flag that sets it, where that is not named as the setting. */
  readonly flag?: string;
}

const notes = z.registry<SettingNotes>();

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;

type Bounds = readonly [min: number, max: number];

const integer = (env: string, initial: number, [min, max]: Bounds, means: string) =>
  z
    .preprocess(wholeNumber, z.int().min(min).max(max))
    .default(initial)
    .register(notes, { env: [env], expected: `a whole number from ${min} to ${max}`, means });

const optionalInteger = (env: string, [min, max]: Bounds, means: string) =>
  z
    .preprocess(wholeNumber, z.int().min(min).max(max))
    .optional()
    .register(notes, { env: [env], expected: `a whole number from ${min} to ${max}`, means });

const text = z.string().trim().min(1);

const url = (protocols: readonly string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const addresses = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value),
  z.array(z.string().regex(/^[^\s:,]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i)).min(1),
);

const flag = (env: string, means: string) =>
  z
    .preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
    .default(false)
    .register(notes, { env: [env], expected: 'true or false', means });

const file = (env: string, means: string) =>
  text.optional().register(notes, { env: [env], expected: "a file's path", means });

/** Hashes of secrets: what was written is not kept. */
const apiKeys = text.transform((value, context) => {
  const { keys, faults } = parseApiKeys(value);
  if (faults.length === 0) return keys;
  context.addIssue({ code: 'custom', message: faults.join('; ') });
  return z.NEVER;
});

/** What was written is kept where no dump shows it. */
const signingKeys = text.transform((value, context) => {
  const { keys, faults } = parseSigningKeys(value);
  if (faults.length === 0) return keys;
  context.addIssue({ code: 'custom', message: faults.join('; ') });
  return z.NEVER;
});

const signatureRules = ['required', 'accept-unsigned'] as const;

const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** The projectors' consumer group where no other is configured (SPEC 9, Kafka). */
export const PROJECTOR_GROUP = 'verbatim-projector';

const relaying = ['auto', 'on', 'off'] as const;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const logFormats = ['auto', 'json', 'pretty'] as const;

/** Every setting, its default and its bounds (SPEC 9, "Configuration" and "Limits"). Sizes are in bytes. */
export const configurationSchema = z.object({
  port: integer(
    'VERBATIM_PORT',
    8080,
    [0, 65_535],
    'The port of the HTTP API, of health and of metrics. 0 takes a free one, which the line `listening on` names.',
  ),
  host: text.default('127.0.0.1').register(notes, {
    env: ['VERBATIM_HOST'],
    expected: 'an address or the name of a host',
    means: 'The address to listen on. Outside loopback the services need API keys.',
  }),
  data: text.default('.verbatim').register(notes, {
    env: ['VERBATIM_DATA'],
    expected: 'a folder',
    means:
      'The folder of the embedded Postgres, of `serve.json` and, unless `plugins.folder` says otherwise, of plugins.',
  }),
  database: url(['postgres:', 'postgresql:'])
    .optional()
    .register(notes, {
      env: ['VERBATIM_DATABASE', 'DATABASE_URL'],
      expected: 'a URL like postgres://user:password@host:5432/name',
      means: 'The Postgres (15 or later) to use instead of the embedded one.',
      secret: true,
    }),
  apiKeys: apiKeys.optional().register(notes, {
    env: ['VERBATIM_API_KEYS'],
    expected: apiKeysForm,
    means: 'API keys with their tenants and scopes. With any key set, every request under `/v1` needs one.',
    secret: true,
    explains: true,
  }),
  /** Keys that sign the events of our own services; the database's own where left out. */
  signingKeys: signingKeys.optional().register(notes, {
    env: ['VERBATIM_SIGNING_KEYS'],
    expected: signingKeysForm,
    means:
      'Keys that sign the events of our own services; the first signs, all verify. The key that the database keeps is used where none is set.',
    secret: true,
    explains: true,
  }),
  /** What the projector asks of such events; `accept-unsigned` is for an upgrade from a version that did not sign. */
  signatures: z
    .enum(signatureRules)
    .default('required')
    .register(notes, {
      env: ['VERBATIM_SIGNATURES'],
      expected: `one of ${signatureRules.join(', ')}`,
      means:
        'Whether the projector takes unsigned events of our own types. `accept-unsigned` is for an upgrade from a version that did not sign.',
    }),
  kafka: z.object({
    brokers: addresses.optional().register(notes, {
      env: ['VERBATIM_KAFKA', 'KAFKA_BROKERS'],
      expected: 'addresses such as broker-1:9092,broker-2:9092',
      means: 'The brokers of the event log. Without it the log is kept in Postgres.',
      flag: 'kafka',
    }),
    /** Put before the names of topics and consumer groups. */
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9._-]{0,100}$/)
      .default('')
      .register(notes, {
        env: ['VERBATIM_KAFKA_PREFIX'],
        expected: 'at most 100 letters, digits, dots, dashes and underscores',
        means:
          'Text that is put before the names of topics and consumer groups, so that several installations can share a cluster.',
      }),
    sessionSeconds: integer(
      'VERBATIM_KAFKA_SESSION_SECONDS',
      10,
      [6, 300],
      'Seconds after which a projector that does not answer loses its partitions.',
    ),
    tls: flag('VERBATIM_KAFKA_TLS', 'Whether connections to the brokers are encrypted.'),
    tlsCa: file(
      'VERBATIM_KAFKA_TLS_CA',
      "The certificate authority that signed the brokers' certificates, as a PEM file; the system's own where it is left out.",
    ),
    tlsCert: file(
      'VERBATIM_KAFKA_TLS_CERT',
      "The client's certificate, as a PEM file, where brokers ask for one.",
    ),
    tlsKey: file('VERBATIM_KAFKA_TLS_KEY', 'The private key of that certificate, as a PEM file.'),
    saslMechanism: z
      .enum(saslMechanisms)
      .optional()
      .register(notes, {
        env: ['VERBATIM_KAFKA_SASL_MECHANISM'],
        expected: `one of ${saslMechanisms.join(', ')}`,
        means: 'How the client proves who it is to the brokers.',
      }),
    saslUsername: text.optional().register(notes, {
      env: ['VERBATIM_KAFKA_SASL_USERNAME'],
      expected: 'a user name',
      means: 'The user name for SASL.',
    }),
    saslPassword: text.optional().register(notes, {
      env: ['VERBATIM_KAFKA_SASL_PASSWORD'],
      expected: 'a password',
      means: 'The password for SASL.',
      secret: true,
    }),
  }),
  logLevel: z
    .enum(logLevels)
    .default('info')
    .register(notes, {
      env: ['VERBATIM_LOG_LEVEL'],
      expected: `one of ${logLevels.join(', ')}`,
      means: 'The least severe log lines that are written.',
    }),
  logFormat: z
    .enum(logFormats)
    .default('auto')
    .register(notes, {
      env: ['VERBATIM_LOG_FORMAT'],
      expected: `one of ${logFormats.join(', ')}`,
      means:
        'How log lines are written to standard error: `json`, `pretty` for people, or `auto`, which is pretty on a terminal and JSON elsewhere.',
    }),
  modelsFile: file(
    'VERBATIM_MODELS_FILE',
    'A list of model entries (JSON or YAML) that stand over the shipped ones.',
  ),
  /** Whose entry stands for a model that the registry does not have; without it such a model is refused. */
  defaultModel: text.optional().register(notes, {
    env: ['VERBATIM_DEFAULT_MODEL'],
    expected: "a model's id of the registry",
    means:
      'The model whose entry stands for a model that the registry lacks. Without it such a model is refused (`model-unknown`).',
  }),
  partitions: integer(
    'VERBATIM_PARTITIONS',
    6,
    [1, 1024],
    'The number of partitions of the event log, where the services create it.',
  ),
  projector: z.object({
    /** Those of one consumer group share the partitions and one database: what it has passed is in the projection. */
    group: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/)
      .default(PROJECTOR_GROUP)
      .register(notes, {
        env: ['VERBATIM_KAFKA_GROUP'],
        expected: '1 to 100 letters, digits, dots, dashes and underscores',
        means:
          "The projectors' consumer group. Its members share the partitions and one database; another group fills another database from the same log.",
      }),
  }),
  relay: z.object({
    /** Whether receipts go to the topic `context-receipts`; `auto`: with Kafka, whose topics others can read. */
    receipts: z
      .enum(relaying)
      .default('auto')
      .register(notes, {
        env: ['VERBATIM_RELAY_RECEIPTS'],
        expected: `one of ${relaying.join(', ')}`,
        means:
          'Whether receipts go to the topic `context-receipts`. `auto` means: with Kafka, whose topics others can read.',
      }),
  }),
  /** Of the embedded log, for each topic; without either it is kept for ever. */
  logRetention: z.object({
    hours: optionalInteger(
      'VERBATIM_LOG_RETENTION_HOURS',
      [1, 1_000_000],
      'Hours after which a record of the embedded log is removed, once every group has read it. Without either retention setting the log is kept for ever.',
    ),
    bytes: optionalInteger(
      'VERBATIM_LOG_RETENTION_BYTES',
      [1, 1024 ** 5],
      'Bytes of each topic of the embedded log above which its oldest records are removed, once every group has read them.',
    ),
  }),
  shutdownSeconds: integer(
    'VERBATIM_SHUTDOWN_SECONDS',
    10,
    [1, 3600],
    'Seconds that work in flight gets to finish after SIGTERM.',
  ),
  /** How long requests are still taken after SIGTERM while `/readyz` says `draining`, before that time begins. */
  noticeSeconds: integer(
    'VERBATIM_NOTICE_SECONDS',
    0,
    [0, 300],
    'Seconds after SIGTERM in which requests are still taken while `/readyz` says `draining`; they come before `shutdownSeconds`.',
  ),
  /** Bounds of each service's pool. */
  postgres: z.object({
    connections: integer(
      'VERBATIM_POSTGRES_CONNECTIONS',
      10,
      [4, 500],
      'Connections to Postgres at most, for each service.',
    ),
    /** Most that one statement may take. */
    statementSeconds: integer(
      'VERBATIM_POSTGRES_STATEMENT_SECONDS',
      30,
      [1, 3600],
      'Seconds that one SQL statement may take.',
    ),
  }),
  http: z.object({
    /** Requests worked on at a time. */
    requests: integer(
      'VERBATIM_HTTP_REQUESTS',
      256,
      [1, 100_000],
      'Requests in flight at most; one more is 503 `overloaded`.',
    ),
    /** Of those, the ones that wait for what was appended (`after`). */
    waiting: integer(
      'VERBATIM_HTTP_WAITING',
      128,
      [1, 100_000],
      'Requests in flight at most that wait for the projection; one more is 503 `overloaded`.',
    ),
    /** How long a context without `after` waits for a projector that stands still. */
    patienceMilliseconds: integer(
      'VERBATIM_HTTP_PATIENCE_MILLISECONDS',
      2000,
      [0, 10_000],
      'Milliseconds that a context without `after` waits for a projector that stands still, before it is served with what is there.',
    ),
    /** Bytes of all their bodies together. */
    bodyBytes: integer(
      'VERBATIM_HTTP_BODY_BYTES',
      256 * MEBIBYTE,
      [32 * MEBIBYTE, 64 * 1024 * MEBIBYTE],
      'Bytes of all request bodies in flight together; more is 503 `overloaded`.',
    ),
  }),
  openai: z.object({
    apiKey: text.optional().register(notes, {
      env: ['OPENAI_API_KEY'],
      expected: 'an API key',
      means:
        'The key of the model that writes summaries. Without it the extractive summarizer writes them, and says so.',
      secret: true,
    }),
    baseUrl: url(['http:', 'https:'])
      .optional()
      .register(notes, {
        env: ['OPENAI_BASE_URL'],
        expected: 'an http or https URL',
        means: 'Where that model is asked, for servers that speak the OpenAI protocol.',
        secret: true,
      }),
  }),
  summarizer: z.object({
    model: text.default('gpt-4o-mini').register(notes, {
      env: ['VERBATIM_SUMMARIZER_MODEL'],
      expected: "a model's name",
      means: 'The model that writes summaries where a policy names none.',
    }),
    concurrency: integer(
      'VERBATIM_SUMMARIZER_CONCURRENCY',
      4,
      [1, 256],
      'Summaries that one summarizer makes at a time.',
    ),
    /** Not shown where it is faulty: somebody may have written a key into it. */
    providers: providersSchema.default({}).register(notes, {
      env: ['VERBATIM_SUMMARIZER_PROVIDERS'],
      expected: providersForm,
      means: 'Other summarizers by name, which a policy chooses: base URL and a reference to the key.',
      secret: true,
    }),
  }),
  window: z.object({
    /** Messages at most of every context, whatever its policy allows (SPEC 6). */
    ceiling: integer(
      'VERBATIM_WINDOW_CEILING',
      200,
      [1, 10_000],
      'Messages at most of every context, whatever its policy allows.',
    ),
  }),
  /** History plugins of users. */
  plugins: z.object({
    /** `plugins` in the data folder where it is left out. */
    folder: text.optional().register(notes, {
      env: ['VERBATIM_PLUGINS'],
      expected: 'a folder',
      means: 'The folder of your own history plugins; `plugins` in the data folder where it is left out.',
      flag: 'plugins',
    }),
    /** Most that one call of a plugin may take. */
    milliseconds: integer(
      'VERBATIM_PLUGINS_MILLISECONDS',
      250,
      [10, 60_000],
      'Milliseconds that one call of a plugin may take.',
    ),
  }),
  reading: z.object({
    /** Characters at most of a part of a message's text. */
    partCharacters: integer(
      'VERBATIM_READING_PART_CHARACTERS',
      200_000,
      [1, 64 * MEBIBYTE],
      "Characters at most of one part of a message's text (`GET …/messages/{id}` with `offset` and `limit`).",
    ),
  }),
  limits: z.object({
    eventBytes: integer(
      'VERBATIM_LIMIT_EVENT_BYTES',
      MEBIBYTE,
      [1, 64 * MEBIBYTE],
      'Bytes of one event at most.',
    ),
    textBytes: integer(
      'VERBATIM_LIMIT_TEXT_BYTES',
      MEBIBYTE / 2,
      [1, 64 * MEBIBYTE],
      'Bytes of the text of one message at most.',
    ),
    parts: integer('VERBATIM_LIMIT_PARTS', 256, [1, 100_000], 'Parts of one message at most.'),
    depth: integer('VERBATIM_LIMIT_DEPTH', 32, [1, 1000], "Levels of nesting of an event's JSON at most."),
    batch: integer('VERBATIM_LIMIT_BATCH', 1000, [1, 100_000], 'Events of one request at most.'),
    id: integer('VERBATIM_LIMIT_ID', 256, [1, 512], 'Characters of an id at most.'),
  }),
});

type Parsed = z.output<typeof configurationSchema>;
type ReadonlyGroups<T> = { readonly [K in keyof T]: T[K] extends object ? Readonly<T[K]> : T[K] };

/** The checked settings; sizes in bytes, `limits.id` in characters, `shutdownSeconds` in seconds. */
export type Configuration = ReadonlyGroups<Parsed>;

/** `path` is where it stands in the file, such as `limits.eventBytes`. */
export interface Setting extends SettingNotes {
  readonly path: string;
  /** What holds where nobody set it; undefined where it is off or has none. */
  readonly initial: unknown;
}

/** All settings, from the schema. */
export const settings: readonly Setting[] = settingsOf(configurationSchema, '');

function settingsOf(schema: z.ZodObject, prefix: string): Setting[] {
  return Object.entries(schema.shape).flatMap(([key, part]) => {
    if (part instanceof z.ZodObject) return settingsOf(part, `${prefix}${key}.`);
    const known = notes.get(part as z.ZodType);
    if (known === undefined) throw new Error(`the setting ${prefix}${key} has no notes`);
    return [{ path: `${prefix}${key}`, initial: part.safeParse(undefined).data, ...known }];
  });
}
