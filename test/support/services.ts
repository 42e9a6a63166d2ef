import { startContextBuilder } from '../../apps/context-builder';
import { startProjector } from '../../apps/projector';
import { startSummarizer } from '../../apps/summarizer';
import { migrations } from '../../libs/conversation-store/postgres/migrations';
import {
  createLogger,
  HealthRegistry,
  loadConfiguration,
  Metrics,
  type Service,
  type ServiceContext,
} from '@verbatim/platform';
import { testDatabase } from './postgres';

const names = ['projector', 'summarizer', 'context-builder'] as const;
type ServiceName = (typeof names)[number];

export interface RunningServices {
  /** Of the context-builder, on loopback; empty where it was not started. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly context: ServiceContext;
  /** Stops the services and drops their database. */
  stop(): Promise<void>;
}

export interface ServicesOptions {
  /** All of them where left out. */
  readonly only?: readonly ServiceName[];
  /** Settings as environment variables; logging is silent unless `VERBATIM_LOG_LEVEL` is among them. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts services in this process, on a database of their own with the whole schema. */
export async function startServices({
  only = names,
  env = {},
}: ServicesOptions = {}): Promise<RunningServices> {
  const database = await testDatabase(migrations);
  const configuration = loadConfiguration({ env: { VERBATIM_LOG_LEVEL: 'silent', ...env } });
  const context: ServiceContext = {
    configuration,
    databaseUrl: database.url,
    logger: createLogger('test', configuration.logLevel),
    metrics: new Metrics(),
    health: new HealthRegistry(),
  };
  const running: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of running.toReversed()) await service.stop();
    await database.drop();
  };
  try {
    if (only.includes('projector')) running.push(await startProjector(context));
    if (only.includes('summarizer')) running.push(await startSummarizer(context));
    if (!only.includes('context-builder')) return { url: '', databaseUrl: database.url, context, stop };
    const builder = await startContextBuilder(context, { host: '127.0.0.1', port: 0 });
    running.push(builder);
    return { url: builder.url, databaseUrl: database.url, context, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
