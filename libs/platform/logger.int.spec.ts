import { createLogger } from './logger';
import { NestLogger } from './nest-logger';
import { Child, killChildren } from './testing/child';

afterAll(killChildren);

function recording(level: 'info' | 'trace' = 'info') {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('test', level, {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { lines, logger };
}

describe('createLogger', () => {
  it('writes JSON lines to stderr and nothing to stdout', async () => {
    const child = new Child(`
      const logger = load('logger').createLogger('projector', 'info');
      logger.debug('not shown');
      logger.info({ position: 3 }, 'applied');
      process.exit(0);`);
    expect(await child.exitCode()).toBe(0);
    expect(child.stdout).toBe('');
    expect(JSON.parse(child.stderr)).toMatchObject({
      name: 'projector',
      level: 'info',
      position: 3,
      msg: 'applied',
      pid: child.process.pid,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('redacts secrets wherever they are: fields, errors, bindings of a child, messages', () => {
    const { lines, logger } = recording();
    const error = Object.assign(new Error('postgres://me:hunter2@localhost failed'), {
      request: { headers: { authorization: 'Bearer hunter2' } },
    });
    logger.child({ apiKey: 'hunter2' }).error({ err: error, a: { b: { c: { password: 'hunter2' } } } });
    logger.info('connecting to postgres://me:hunter2@localhost');
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[1]).toMatchObject({ msg: 'connecting to postgres://[redacted]@localhost' });
  });
});

describe('NestLogger', () => {
  it("maps Nest's levels and context", () => {
    const { lines, logger } = recording('trace');
    const nest = new NestLogger(logger);
    nest.log('hello', 'Projector');
    nest.verbose('detail');
    nest.log('Mapped {/healthz, GET} route', 'RouterExplorer');
    nest.warn({ lag: 3 }, 'Projector');
    expect(lines).toMatchObject([
      { level: 'info', msg: 'hello', context: 'Projector' },
      { level: 'trace', msg: 'detail' },
      { level: 'debug', context: 'RouterExplorer' },
      { level: 'warn', message: { lag: 3 }, context: 'Projector' },
    ]);
  });

  it('keeps the error with its stack, and further details', () => {
    const { lines, logger } = recording();
    const nest = new NestLogger(logger);
    nest.error(new TypeError('boom'), 'ExceptionsHandler');
    nest.error('it failed', 'Error: boom\n    at x', 'Projector');
    expect(lines).toMatchObject([
      {
        level: 'error',
        msg: 'boom',
        err: { type: 'TypeError', stack: expect.stringContaining('logger.int') },
      },
      { level: 'error', msg: 'it failed', context: 'Projector', details: ['Error: boom\n    at x'] },
    ]);
  });
});
