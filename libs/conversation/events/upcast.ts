import type { EventType } from './registry';

type Upcaster = (data: unknown) => unknown;

/**
 * Steps from one version of an event's `data` to the next, keyed by the version they start from. None yet: every
 * event is at its first version. Golden files of each released version keep old events loading.
 */
const upcasters: Partial<Record<EventType, Readonly<Record<number, Upcaster>>>> = {};

/** Brings `data` of any known version to the current one. */
export function upcast(type: EventType, version: number, currentVersion: number, data: unknown): unknown {
  let upcasted = data;
  for (let from = version; from < currentVersion; from += 1) {
    const step = upcasters[type]?.[from];
    if (!step) throw new Error(`no upcaster for ${type} from version ${from}`);
    upcasted = step(upcasted);
  }
  return upcasted;
}
