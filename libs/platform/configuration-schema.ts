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
  /** What it decides, in one or two sentences. */
  readonly means?: string;
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

const integer = (env: string, initial: number, min: number, max: number) =>
  z
    .preprocess(wholeNumber, z.int().min(min).max(max))
    .default(initial)
    .register(notes, { env: [env], expected: `a whole number from ${min} to ${max}` });

const optionalInteger = (env: string, min: number, max: number) =>
  z
    .preprocess(wholeNumber, z.int().min(min).max(max))
    .optional()
    .register(notes, { env: [env], expected: `a whole number from ${min} to ${max}` });

const text = z.string().trim().min(1);

const url = (protocols: readonly string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const addresses = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value),
  z.array(z.string().regex(/^[^\s:,]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i)).min(1),
);

const flag = (env: string) =>
  z
    .preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
    .default(false)
    .register(notes, { env: [env], expected: 'true or false' });

const file = (env: string) => text.optional().register(notes, { env: [env], expected: "a file's path" });

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
  port: integer('VERBATIM_PORT', 8080, 0, 65_535),
  host: text
    .default('127.0.0.1')
    .register(notes, { env: ['VERBATIM_HOST'], expected: 'an address or the name of a host' }),
  data: text.default('.verbatim').register(notes, { env: ['VERBATIM_DATA'], expected: 'a folder' }),
  database: url(['postgres:', 'postgresql:'])
    .optional()
    .register(notes, {
      env: ['VERBATIM_DATABASE', 'DATABASE_URL'],
      expected: 'a URL like postgres://user:password@host:5432/name',
      secret: true,
    }),
  apiKeys: apiKeys
    .optional()
    .register(notes, { env: ['VERBATIM_API_KEYS'], expected: apiKeysForm, secret: true, explains: true }),
  /** Keys that sign the events of our own services; the database's own where left out. */
  signingKeys: signingKeys.optional().register(notes, {
    env: ['VERBATIM_SIGNING_KEYS'],
    expected: signingKeysForm,
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
    }),
  kafka: z.object({
    brokers: addresses.optional().register(notes, {
      env: ['VERBATIM_KAFKA', 'KAFKA_BROKERS'],
      expected: 'addresses such as broker-1:9092,broker-2:9092',
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
      }),
    sessionSeconds: integer('VERBATIM_KAFKA_SESSION_SECONDS', 10, 6, 300),
    tls: flag('VERBATIM_KAFKA_TLS'),
    tlsCa: file('VERBATIM_KAFKA_TLS_CA'),
    tlsCert: file('VERBATIM_KAFKA_TLS_CERT'),
    tlsKey: file('VERBATIM_KAFKA_TLS_KEY'),
    saslMechanism: z
      .enum(saslMechanisms)
      .optional()
      .register(notes, {
        env: ['VERBATIM_KAFKA_SASL_MECHANISM'],
        expected: `one of ${saslMechanisms.join(', ')}`,
      }),
    saslUsername: text
      .optional()
      .register(notes, { env: ['VERBATIM_KAFKA_SASL_USERNAME'], expected: 'a user name' }),
    saslPassword: text
      .optional()
      .register(notes, { env: ['VERBATIM_KAFKA_SASL_PASSWORD'], expected: 'a password', secret: true }),
  }),
  logLevel: z
    .enum(logLevels)
    .default('info')
    .register(notes, { env: ['VERBATIM_LOG_LEVEL'], expected: `one of ${logLevels.join(', ')}` }),
  logFormat: z
    .enum(logFormats)
    .default('auto')
    .register(notes, {
      env: ['VERBATIM_LOG_FORMAT'],
      expected: `one of ${logFormats.join(', ')}`,
      means:
        'How log lines are written to standard error: `json`, `pretty` for people, or `auto`, which is pretty on a terminal and JSON elsewhere.',
    }),
  modelsFile: file('VERBATIM_MODELS_FILE'),
  /** Whose entry stands for a model that the registry does not have; without it such a model is refused. */
  defaultModel: text
    .optional()
    .register(notes, { env: ['VERBATIM_DEFAULT_MODEL'], expected: "a model's id of the registry" }),
  partitions: integer('VERBATIM_PARTITIONS', 6, 1, 1024),
  projector: z.object({
    /** Those of one consumer group share the partitions and one database: what it has passed is in the projection. */
    group: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/)
      .default(PROJECTOR_GROUP)
      .register(notes, {
        env: ['VERBATIM_KAFKA_GROUP'],
        expected: '1 to 100 letters, digits, dots, dashes and underscores',
      }),
  }),
  relay: z.object({
    /** Whether receipts go to the topic `context-receipts`; `auto`: with Kafka, whose topics others can read. */
    receipts: z
      .enum(relaying)
      .default('auto')
      .register(notes, { env: ['VERBATIM_RELAY_RECEIPTS'], expected: `one of ${relaying.join(', ')}` }),
  }),
  /** Of the embedded log, for each topic; without either it is kept for ever. */
  logRetention: z.object({
    hours: optionalInteger('VERBATIM_LOG_RETENTION_HOURS', 1, 1_000_000),
    bytes: optionalInteger('VERBATIM_LOG_RETENTION_BYTES', 1, 1024 ** 5),
  }),
  shutdownSeconds: integer('VERBATIM_SHUTDOWN_SECONDS', 10, 1, 3600),
  /** How long requests are still taken after SIGTERM while `/readyz` says `draining`, before that time begins. */
  noticeSeconds: integer('VERBATIM_NOTICE_SECONDS', 0, 0, 300),
  /** Bounds of each service's pool. */
  postgres: z.object({
    connections: integer('VERBATIM_POSTGRES_CONNECTIONS', 10, 4, 500),
    /** Most that one statement may take. */
    statementSeconds: integer('VERBATIM_POSTGRES_STATEMENT_SECONDS', 30, 1, 3600),
  }),
  http: z.object({
    /** Requests worked on at a time. */
    requests: integer('VERBATIM_HTTP_REQUESTS', 256, 1, 100_000),
    /** Of those, the ones that wait for what was appended (`after`). */
    waiting: integer('VERBATIM_HTTP_WAITING', 128, 1, 100_000),
    /** Bytes of all their bodies together. */
    bodyBytes: integer('VERBATIM_HTTP_BODY_BYTES', 256 * MEBIBYTE, 32 * MEBIBYTE, 64 * 1024 * MEBIBYTE),
  }),
  openai: z.object({
    apiKey: text
      .optional()
      .register(notes, { env: ['OPENAI_API_KEY'], expected: 'an API key', secret: true }),
    baseUrl: url(['http:', 'https:'])
      .optional()
      .register(notes, { env: ['OPENAI_BASE_URL'], expected: 'an http or https URL', secret: true }),
  }),
  summarizer: z.object({
    model: text
      .default('gpt-4o-mini')
      .register(notes, { env: ['VERBATIM_SUMMARIZER_MODEL'], expected: "a model's name" }),
    concurrency: integer('VERBATIM_SUMMARIZER_CONCURRENCY', 4, 1, 256),
    /** Not shown where it is faulty: somebody may have written a key into it. */
    providers: providersSchema.default({}).register(notes, {
      env: ['VERBATIM_SUMMARIZER_PROVIDERS'],
      expected: providersForm,
      secret: true,
    }),
  }),
  window: z.object({
    /** Messages at most of every context, whatever its policy allows (SPEC 6). */
    ceiling: integer('VERBATIM_WINDOW_CEILING', 200, 1, 10_000),
  }),
  /** History plugins of users. */
  plugins: z.object({
    /** `plugins` in the data folder where it is left out. */
    folder: text
      .optional()
      .register(notes, { env: ['VERBATIM_PLUGINS'], expected: 'a folder', flag: 'plugins' }),
    /** Most that one call of a plugin may take. */
    milliseconds: integer('VERBATIM_PLUGINS_MILLISECONDS', 250, 10, 60_000),
  }),
  reading: z.object({
    /** Characters at most of a part of a message's text. */
    partCharacters: integer('VERBATIM_READING_PART_CHARACTERS', 200_000, 1, 64 * MEBIBYTE),
  }),
  limits: z.object({
    eventBytes: integer('VERBATIM_LIMIT_EVENT_BYTES', MEBIBYTE, 1, 64 * MEBIBYTE),
    textBytes: integer('VERBATIM_LIMIT_TEXT_BYTES', MEBIBYTE / 2, 1, 64 * MEBIBYTE),
    parts: integer('VERBATIM_LIMIT_PARTS', 256, 1, 100_000),
    depth: integer('VERBATIM_LIMIT_DEPTH', 32, 1, 1000),
    batch: integer('VERBATIM_LIMIT_BATCH', 1000, 1, 100_000),
    id: integer('VERBATIM_LIMIT_ID', 256, 1, 512),
  }),
});

type Parsed = z.output<typeof configurationSchema>;
type ReadonlyGroups<T> = { readonly [K in keyof T]: T[K] extends object ? Readonly<T[K]> : T[K] };

/** The checked settings; sizes in bytes, `limits.id` in characters, `shutdownSeconds` in seconds. */
export type Configuration = ReadonlyGroups<Parsed>;

/** `path` is where it stands in the file, such as `limits.eventBytes`. */
export interface Setting extends SettingNotes {
  readonly path: string;
}

/** All settings, from the schema. */
export const settings: readonly Setting[] = settingsOf(configurationSchema, '');

function settingsOf(schema: z.ZodObject, prefix: string): Setting[] {
  return Object.entries(schema.shape).flatMap(([key, part]) => {
    if (part instanceof z.ZodObject) return settingsOf(part, `${prefix}${key}.`);
    const known = notes.get(part as z.ZodType);
    if (known === undefined) throw new Error(`the setting ${prefix}${key} has no notes`);
    return [{ path: `${prefix}${key}`, ...known }];
  });
}
