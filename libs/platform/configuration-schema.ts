import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** What a setting has beside its type: the variables that set it (the first one set wins) and how to explain it. */
interface SettingNotes {
  readonly env: readonly string[];
  /** Completes "expected …". */
  readonly expected: string;
  /** Its value never appears in a message. */
  readonly secret?: true;
  /** Known, but refused whatever its value: why. */
  readonly unsupported?: string;
}

const notes = z.registry<SettingNotes>();

const integer = (env: string, initial: number, min: number, max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value),
      z.int().min(min).max(max),
    )
    .default(initial)
    .register(notes, { env: [env], expected: `a whole number from ${min} to ${max}` });

const text = z.string().trim().min(1);

const url = (protocols: readonly string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting, its default and its bounds (SPEC 9, "Configuration" and "Limits"). Sizes are in bytes. */
export const configurationSchema = z.object({
  port: integer('VERBATIM_PORT', 8080, 0, 65_535),
  host: text
    .default('127.0.0.1')
    .register(notes, { env: ['VERBATIM_HOST'], expected: 'a loopback address or localhost' }),
  data: text.default('.verbatim').register(notes, { env: ['VERBATIM_DATA'], expected: 'a folder' }),
  database: url(['postgres:', 'postgresql:'])
    .optional()
    .register(notes, {
      env: ['VERBATIM_DATABASE', 'DATABASE_URL'],
      expected: 'a URL like postgres://user:password@host:5432/name',
      secret: true,
    }),
  kafka: z
    .never()
    .optional()
    .register(notes, {
      env: ['VERBATIM_KAFKA', 'KAFKA_BROKERS'],
      expected: 'no value',
      unsupported: 'Kafka is not supported yet: this version has only the embedded log. Leave it out',
    }),
  logLevel: z
    .enum(logLevels)
    .default('info')
    .register(notes, { env: ['VERBATIM_LOG_LEVEL'], expected: `one of ${logLevels.join(', ')}` }),
  modelsFile: text.optional().register(notes, { env: ['VERBATIM_MODELS_FILE'], expected: "a file's path" }),
  partitions: integer('VERBATIM_PARTITIONS', 6, 1, 1024),
  shutdownSeconds: integer('VERBATIM_SHUTDOWN_SECONDS', 10, 1, 3600),
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

type Parsed = Omit<z.output<typeof configurationSchema>, 'kafka'>;
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
