import { HealthRegistry, type Health } from './health-registry';

const component = (name: string, status: Health['status']) => ({ name, check: async () => ({ status }) });

describe('HealthRegistry', () => {
  it.each([
    [[], 'up'],
    [['up', 'up'], 'up'],
    [['up', 'degraded'], 'degraded'],
    [['degraded', 'down', 'up'], 'down'],
  ] as const)('takes the worst of %j, which is %s', async (statuses, worst) => {
    const registry = new HealthRegistry();
    statuses.forEach((status, index) => registry.register(component(`c${index}`, status)));
    expect((await registry.report()).status).toBe(worst);
  });

  it('counts a check that throws as down, with the reason but no secret', async () => {
    const registry = new HealthRegistry();
    registry.register({ name: 'later', check: () => Promise.reject(new Error('postgres://a:b@h refused')) });
    registry.register({
      name: 'at once',
      check: () => {
        throw new Error('no client');
      },
    });
    const report = { status: 'down', detail: 'postgres://[redacted]@h refused' };
    expect((await registry.report()).components).toEqual({
      later: report,
      'at once': { status: 'down', detail: 'no client' },
    });
  });

  it('counts a check that hangs as down, does not start it again meanwhile, and recovers', async () => {
    const registry = new HealthRegistry(10);
    const answers: ((health: Health) => void)[] = [];
    const check = () => new Promise<Health>((resolve) => answers.push(resolve));
    registry.register({ name: 'database', check });
    const down = { status: 'down', detail: 'no answer within 10 ms' };
    expect((await registry.report()).components['database']).toEqual(down);
    expect((await registry.report()).components['database']).toEqual(down);
    expect(answers).toHaveLength(1);
    answers[0]?.({ status: 'up' });
    await Promise.resolve();
    const next = registry.report();
    answers[1]?.({ status: 'up' });
    expect((await next).status).toBe('up');
  });

  it('asks anew at each report, also after a failure at once', async () => {
    const registry = new HealthRegistry();
    let works = false;
    registry.register({
      name: 'log',
      check: () => {
        if (!works) throw new Error('not yet');
        return Promise.resolve({ status: 'up' });
      },
    });
    expect((await registry.report()).status).toBe('down');
    works = true;
    expect((await registry.report()).status).toBe('up');
  });

  it('is down from the beginning of the drain on, whatever its components say', async () => {
    const registry = new HealthRegistry();
    registry.register(component('log', 'up'));
    registry.drain();
    const { status, components } = await registry.report();
    expect([status, components['log']?.status, components['draining']?.status]).toEqual([
      'down',
      'up',
      'down',
    ]);
  });

  it('registers a name once, and again after it was taken out', async () => {
    const registry = new HealthRegistry();
    const remove = registry.register(component('log', 'down'));
    expect(() => registry.register(component('log', 'up'))).toThrow('registered already');
    remove();
    registry.register(component('log', 'up'));
    remove();
    expect(await registry.report()).toEqual({ status: 'up', components: { log: { status: 'up' } } });
  });
});
