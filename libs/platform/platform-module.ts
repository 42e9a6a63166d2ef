import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController } from './health-controller';
import { HealthRegistry } from './health-registry';
import type { Logger } from './logger';
import { Metrics } from './metrics';

/** The token of the logger: `@Inject(LOGGER) logger: Logger`. */
export const LOGGER = Symbol('LOGGER');

/** Services that share a process share these; without them a module makes its own. */
export interface PlatformOptions {
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly health?: HealthRegistry;
}

/** Logger, metrics and health for every module of an application, and the routes that show them. */
@Module({})
export class PlatformModule {
  static forRoot({ logger, metrics, health }: PlatformOptions): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      controllers: [HealthController],
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useFactory: () => metrics ?? new Metrics() },
        { provide: HealthRegistry, useFactory: () => health ?? new HealthRegistry() },
      ],
      exports: [LOGGER, Metrics, HealthRegistry],
    };
  }
}
