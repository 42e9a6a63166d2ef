import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { HealthRegistry, type HealthReport } from './health-registry';
import { Metrics } from './metrics';

interface HttpResponse {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
}

/** For probes and Prometheus (SPEC 9): alive, ready with each dependency's state, metrics. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  /** 200 as long as the process answers, whatever its dependencies do: a restart would not repair those. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 503 while a dependency is down; degraded is ready. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: HttpResponse): Promise<HealthReport> {
    const report = await this.health.report();
    response.status(report.status === 'down' ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK);
    return report;
  }

  @Get('metrics')
  async prometheus(@Res({ passthrough: true }) response: HttpResponse): Promise<string> {
    response.setHeader('content-type', this.metrics.contentType);
    return this.metrics.render();
  }
}
