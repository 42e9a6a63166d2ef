import { Metrics } from './metrics';

describe('Metrics', () => {
  it('renders what was counted, with the prefix and labels, beside the process metrics', async () => {
    const metrics = new Metrics();
    const events = metrics.counter({ name: 'events_total', help: 'Events', labels: ['status'] });
    const duration = metrics.histogram({ name: 'apply_seconds', help: 'Time', buckets: [0.1, 1] });
    events.inc({ status: 'applied' }, 2);
    duration.observe(0.5);
    const text = await metrics.render();
    expect(text).toContain('verbatim_events_total{status="applied"} 2');
    expect(text).toContain('verbatim_apply_seconds_bucket{le="1"} 1');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('asks a collected gauge for its value at each reading', async () => {
    const metrics = new Metrics();
    let lag = 1;
    metrics.gauge({ name: 'lag', help: 'Lag', collect: (gauge) => gauge.set(lag) });
    expect(await metrics.render()).toContain('verbatim_lag 1');
    lag = 7;
    expect(await metrics.render()).toContain('verbatim_lag 7');
  });

  it('leaves out a gauge whose value cannot be had, or not in time, and shows all others', async () => {
    const metrics = new Metrics();
    let hangs: Promise<void> = Promise.resolve();
    let isDown = false;
    metrics.gauge({
      name: 'value',
      help: 'Plain',
      collect: async (gauge) => {
        await hangs;
        if (isDown) throw new Error('the database is out of reach');
        gauge.set(4);
      },
    });
    metrics.gauge({
      name: 'kinds',
      help: 'With labels',
      labels: ['kind'],
      collect: (gauge) => {
        if (isDown) throw new Error('at once');
        gauge.set({ kind: 'one' }, 5);
      },
    });
    metrics.gauge({ name: 'alarm', help: 'Fine', collect: (gauge) => gauge.set(6) });
    expect(await metrics.render()).toMatch(/^verbatim_value 4$/m);
    isDown = true;
    const down = await metrics.render();
    expect(down).toMatch(/^verbatim_alarm 6$/m);
    expect(down).not.toMatch(/^verbatim_(value|kinds)\b/m);
    isDown = false;
    let wake = (): void => undefined;
    hangs = new Promise((resolve) => (wake = resolve));
    expect(await metrics.render()).not.toMatch(/^verbatim_value\b/m);
    wake();
    const up = await metrics.render();
    expect(up).toMatch(/^verbatim_value 4$/m);
    expect(up).toMatch(/^verbatim_kinds\{kind="one"\} 5$/m);
    expect(up).toContain('verbatim_metrics_failures_total{metric="verbatim_value"} 2\n');
    expect(up).toContain('verbatim_metrics_failures_total{metric="verbatim_kinds"} 1\n');
  });

  it('refuses a name that is taken, in its own registry only', () => {
    const metrics = new Metrics();
    const options = { name: 'events_total', help: 'Events' };
    metrics.counter(options);
    expect(() => metrics.counter(options)).toThrow('already been registered');
    expect(() => new Metrics().counter(options)).not.toThrow();
  });
});
