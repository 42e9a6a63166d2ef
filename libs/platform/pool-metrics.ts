import type { Metrics } from './metrics';

const states = ['busy', 'idle', 'waiting'] as const;

/** Shows a service's connections to Postgres, and who waits for one, whenever the metrics are read. */
export function showPool(
  metrics: Metrics,
  service: 'projector' | 'summarizer' | 'context_builder',
  figures: () => Readonly<Record<(typeof states)[number], number>>,
): void {
  metrics.gauge({
    name: `${service}_connections`,
    help: 'Connections to Postgres, and who waits for a free one',
    labels: ['state'],
    collect: (gauge) => {
      const now = figures();
      for (const state of states) gauge.set({ state }, now[state]);
    },
  });
}
