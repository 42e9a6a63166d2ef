import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestLogger, PlatformModule, type Service, type ServiceContext } from '@verbatim/platform';

/** Where the process listens; port 0 picks one. */
export interface Listen {
  readonly host: string;
  readonly port: number;
}

@Module({})
class HealthServerModule {
  static forRoot(context: ServiceContext): DynamicModule {
    return { module: HealthServerModule, imports: [PlatformModule.forRoot(context)] };
  }
}

/** Health and metrics of a process that serves no API of its own. */
export async function startHealthServer(
  context: ServiceContext,
  { host, port }: Listen,
): Promise<Service & { readonly url: string }> {
  const app = await NestFactory.create(HealthServerModule.forRoot(context), {
    logger: new NestLogger(context.logger),
    abortOnError: false,
  });
  await app.listen(port, host);
  return { name: 'health server', url: await app.getUrl(), stop: () => app.close() };
}
