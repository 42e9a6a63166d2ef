import { readFileSync } from 'node:fs';

/** A place where a service crosses to the outside. */
export interface Boundary {
  readonly label: string;
  /** How often it was crossed in the recording. */
  readonly times: number;
}

/** From a recording: every step boundary of each service, by its label. */
export function boundariesIn(recording: string): Map<string, Boundary[]> {
  const times = new Map<string, number>();
  for (const line of readLines(recording)) {
    for (const [label, count] of Object.entries(JSON.parse(line) as Record<string, number>)) {
      times.set(label, (times.get(label) ?? 0) + count);
    }
  }
  const services = new Map<string, Boundary[]>();
  for (const label of [...times.keys()].toSorted()) {
    const service = label.slice(0, label.indexOf(' '));
    const found = services.get(service) ?? [];
    found.push({ label, times: times.get(label) ?? 0 });
    services.set(service, found);
  }
  return services;
}

/** A process that is killed while it records leaves its last line unfinished. */
function readLines(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}'));
}
