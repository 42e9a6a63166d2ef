import { Child, killChildren } from './testing/child';

afterAll(killChildren);

/** A service that has said it is up; `handler` is the body of its shutdown. */
async function service(handler: string, deadlineMs = 60_000): Promise<Child> {
  const child = new Child(`
    const logger = load('logger').createLogger('test', 'info');
    load('shutdown').onShutdownSignals(async (signal) => { ${handler} }, { deadlineMs: ${deadlineMs}, logger });
    process.on('message', () => {});
    process.send('up');`);
  await child.message();
  return child;
}

const never = 'await new Promise(() => {});';

describe('onShutdownSignals', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s runs the handler to its end, then exits with 0',
    async (signal) => {
      const child = await service(`
      await new Promise((resolve) => setTimeout(resolve, 20));
      process.stdout.write('drained after ' + signal);`);
      child.kill(signal);
      expect(await child.exitCode()).toBe(0);
      expect(child.stdout).toBe(`drained after ${signal}`);
    },
  );

  it('exits with 1 where the handler fails, and says why', async () => {
    const child = await service(`throw new Error('cannot drain');`);
    child.kill('SIGTERM');
    expect(await child.exitCode()).toBe(1);
    expect(child.stderr).toContain('cannot drain');
  });

  it('exits with 1 where the deadline passes', async () => {
    const child = await service(never, 20);
    child.kill('SIGTERM');
    expect(await child.exitCode()).toBe(1);
    expect(child.stderr).toContain('took too long');
  });

  it('exits with 1 at a second signal, having run the handler once', async () => {
    const child = await service(`process.stdout.write('draining;'); process.send('draining'); ${never}`);
    child.kill('SIGTERM');
    await child.message();
    child.kill('SIGINT');
    expect(await child.exitCode()).toBe(1);
    expect(child.stdout).toBe('draining;');
  });

  it('can be taken back', async () => {
    const child = new Child(`
      const logger = load('logger').createLogger('test', 'info');
      load('shutdown').onShutdownSignals(async () => {}, { deadlineMs: 1000, logger })();
      process.on('message', () => {});
      process.send('up');`);
    await child.message();
    child.kill('SIGTERM');
    expect(await child.exitCode()).toBeNull();
  });
});
