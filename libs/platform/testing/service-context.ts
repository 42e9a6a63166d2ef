import { createLogger, HealthRegistry, loadConfiguration, Metrics, type ServiceContext } from '../index';

/** What a service is started with, of these environment variables alone; it logs nothing. */
export function serviceContextOf(env: NodeJS.ProcessEnv): ServiceContext {
  return {
    configuration: loadConfiguration({ env }),
    databaseUrl: '',
    logger: createLogger('spec', 'silent'),
    metrics: new Metrics(),
    health: new HealthRegistry(),
  };
}
