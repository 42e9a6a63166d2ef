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

  it('refuses a name that is taken, in its own registry only', () => {
    const metrics = new Metrics();
    const options = { name: 'events_total', help: 'Events' };
    metrics.counter(options);
    expect(() => metrics.counter(options)).toThrow('already been registered');
    expect(() => new Metrics().counter(options)).not.toThrow();
  });
});
