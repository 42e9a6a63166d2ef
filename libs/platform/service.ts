import type { Configuration } from './configuration-schema';
import type { HealthRegistry } from './health-registry';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

/** What a service is started with. Services of one process share its metrics and health. */
export interface ServiceContext {
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: HealthRegistry;
}

/** A running service. `stop` finishes what is in hand. */
export interface Service {
  readonly name: string;
  stop(): Promise<void>;
}
