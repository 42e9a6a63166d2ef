import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Inflicted } from './contract';
import { takeFootprint, type Footprint } from './invariants/footprint';
import type { World } from './world/world';

/** What everything held at one time. */
export interface Sample {
  readonly minute: number;
  readonly footprint: Footprint;
}

const EVERY_SECONDS = 10;

/** Hurts nothing, and looks again and again at what the processes hold while the load goes on. */
export function soak(onSample: (sample: Sample) => void): Fault {
  return {
    name: 'soak',
    what: 'The load alone, for long.',
    logs: ['kafka', 'embedded'],
    inflict: (world, _, stop) => watched(world, stop, onSample),
  };
}

/** One line a minute, and how memory went from the second quarter of the time to the last. */
export function soakTable(samples: readonly Sample[]): string {
  const names = [...(samples[0]?.footprint.processes.keys() ?? [])];
  const minutes = samples.filter(
    ({ minute }, index) => index === 0 || Math.floor(minute) > Math.floor(samples[index - 1]?.minute ?? 0),
  );
  const lines = minutes.map(({ minute, footprint }) => {
    const held = names.map((name) => {
      const { memory = 0, handles = 0 } = footprint.processes.get(name) ?? {};
      return `${megabytes(memory)} MB, ${handles} handles`;
    });
    const sessions = [...footprint.connections.values()].reduce((sum, count) => sum + count, 0);
    return `| ${[minute.toFixed(0), ...held, String(sessions)].join(' | ')} |`;
  });
  const head = ['minute', ...names, 'sessions in Postgres'];
  const drift = names.map((name) => `${name} ${driftOf(samples, name)}`);
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...lines,
    '',
    `median memory of the second quarter and of the last: ${drift.join(', ')}`,
  ].join('\n');
}

async function watched(
  world: World,
  stop: AbortSignal,
  onSample: (sample: Sample) => void,
): Promise<Inflicted> {
  const began = performance.now();
  const loading = world.load.until(1, stop);
  const over = loading.then(() => true);
  let isOver = false;
  while (!isOver) {
    onSample({ minute: (performance.now() - began) / 60_000, footprint: await takeFootprint(world) });
    isOver = await Promise.race([over, sleep(EVERY_SECONDS * 1000, false)]);
  }
  return { kills: 0, strikes: 0 };
}

function driftOf(samples: readonly Sample[], name: string): string {
  const quarter = (nth: number): number => {
    const part = samples.slice((samples.length * nth) >> 2, (samples.length * (nth + 1)) >> 2);
    const sorted = part
      .map(({ footprint }) => footprint.processes.get(name)?.memory ?? 0)
      .toSorted((one, other) => one - other);
    return sorted[sorted.length >> 1] ?? 0;
  };
  const [second, last] = [quarter(1), quarter(3)];
  return `${megabytes(second)} → ${megabytes(last)} MB (${(last / second).toFixed(2)})`;
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
