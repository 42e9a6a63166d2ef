import { Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Server } from 'node:http';
import request from 'supertest';
import { HealthRegistry, type Health } from './health-registry';
import { createLogger, type Logger } from './logger';
import { Metrics } from './metrics';
import { NestLogger } from './nest-logger';
import { LOGGER, PlatformModule } from './platform-module';

@Injectable()
class Part {
  constructor(
    @Inject(LOGGER) readonly logger: Logger,
    readonly metrics: Metrics,
    readonly health: HealthRegistry,
  ) {}
}

@Module({ providers: [Part] })
class PartModule {}

async function start() {
  const logger = createLogger('test', 'silent');
  const root = { module: class Root {}, imports: [PlatformModule.forRoot({ logger }), PartModule] };
  const app = await NestFactory.create(root, { logger: new NestLogger(logger) });
  await app.listen(0, '127.0.0.1');
  return {
    app,
    logger,
    part: app.get(Part, { strict: false }),
    http: request(app.getHttpServer() as Server),
  };
}

describe('PlatformModule', () => {
  let running: Awaited<ReturnType<typeof start>>;

  beforeEach(async () => {
    running = await start();
  });

  afterEach(() => running.app.close());

  it('gives every module the logger, the metrics and the health', () => {
    expect(running.part.logger).toBe(running.logger);
    expect(running.part.metrics).toBe(running.app.get(Metrics));
    expect(running.part.health).toBe(running.app.get(HealthRegistry));
  });

  it('is alive even while a dependency is down', async () => {
    running.part.health.register({ name: 'database', check: async () => ({ status: 'down' }) });
    const { status, body } = await running.http.get('/healthz');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it.each([
    ['up', 200],
    ['degraded', 200],
    ['down', 503],
  ] as const)('with a dependency that is %s answers /readyz with %i and its state', async (status, code) => {
    const database: Health = { status, detail: 'as told', data: { lag: 3 } };
    running.part.health.register({ name: 'log', check: async () => ({ status: 'up' }) });
    running.part.health.register({ name: 'database', check: async () => database });
    const components = { log: { status: 'up' }, database };
    const response = await running.http.get('/readyz');
    expect([response.status, response.body]).toEqual([code, { status, components }]);
  });

  it('shows the metrics to Prometheus', async () => {
    running.part.metrics.counter({ name: 'events_total', help: 'Events' }).inc(5);
    const { text } = await running.http
      .get('/metrics')
      .expect(200)
      .expect('content-type', /^text\/plain; version=0\.0\.4/);
    expect(text).toContain('\nverbatim_events_total 5\n');
  });
});
