import { randomUUID } from 'node:crypto';

/** Ids for the events of one request that brought none; `index` is the event's place in the request, from 0. */
export type EventIds = (index: number) => string;

/** The same `Idempotency-Key` gives the same ids, so that a request sent again changes nothing (SPEC 9). */
export function eventIds(idempotencyKey: string | undefined): EventIds {
  return idempotencyKey === undefined ? () => randomUUID() : (index) => `${idempotencyKey}-${index}`;
}
