import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** What Nest says at each start about its own wiring; worth seeing only when debugging. */
const wiring = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestMicroservice',
]);

/** Nest's log calls, as lines of our logger. The last string argument is Nest's context; an error's stack is kept. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    this.write(typeof context === 'string' && wiring.has(context) ? 'debug' : 'info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    const fields: Record<string, unknown> = typeof context === 'string' ? { context } : {};
    const details = rest.slice(0, typeof context === 'string' ? -1 : undefined);
    const error = [message, ...details].find((one) => one instanceof Error);
    const others = details.filter((one) => one !== undefined && one !== error);
    if (error !== undefined) fields['err'] = error;
    if (others.length > 0) fields['details'] = others;
    if (typeof message === 'string') this.logger[level](fields, message);
    else if (message instanceof Error) this.logger[level](fields, message.message);
    else this.logger[level]({ ...fields, message });
  }
}
