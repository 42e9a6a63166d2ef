import type { Mutation } from '../contract';

/** Breaks by which something stands still. */
export const recoveryMutations: readonly Mutation[] = [
  {
    name: 'consumer-stops',
    what: 'A partition is left alone after some batches, as by a client library that gave up.',
    breaks: 9,
    under: 'none',
    edits: [
      {
        file: 'libs/event-log/delivery/partition-runner.ts',
        find: '        this.backoff.reset();\n',
        replace: '        this.backoff.reset();\n        if (Math.random() < 0.1) this.stopping.abort();\n',
      },
    ],
  },
  {
    name: 'halt-without-alarm',
    what: 'A halted partition is not counted in the metrics.',
    breaks: 9,
    under: 'topic-recreated',
    edits: [
      {
        file: 'apps/projector/halted-partitions.ts',
        find: 'gauge.set(assignment().halted.size)',
        replace: 'gauge.set(assignment().halted.size * 0)',
      },
    ],
  },
  {
    name: 'lease-without-end',
    what: 'A piece of work stays with whoever took it, alive or not.',
    breaks: 9,
    under: 'summarizer-killed-at-random',
    edits: [
      {
        file: 'libs/conversation-store/postgres/work/lease-work.ts',
        find: '        leased_until = now() + make_interval(secs => $3), idle_at = NULL',
        replace: `        leased_until = now() + make_interval(secs => $3) + interval '1 day', idle_at = NULL`,
      },
      {
        file: 'libs/conversation-store/postgres/work/change-lease.ts',
        find: `'leased_until = now() + make_interval(secs => $5)'`,
        replace: `"leased_until = now() + make_interval(secs => $5) + interval '1 day'"`,
      },
    ],
  },
];
