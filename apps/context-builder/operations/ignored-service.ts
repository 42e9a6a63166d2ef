import { VerbatimError } from '@verbatim/conversation';
import {
  IGNORED_COUNTED,
  type IgnoredEvent,
  type IgnoredGroup,
  type IgnoredPlace,
  type IgnoredReader,
} from '@verbatim/conversation-store';
import { z } from 'zod';
import { pageOf, pageOfSorted, type Page } from '../reading/page';
import { LATELY_HOURS } from './checks/conversations';

interface PageRequest {
  readonly after?: string | undefined;
  readonly limit: number;
}

const placeSchema = z.tuple([z.iso.datetime({ precision: 6 }), z.string().min(1), z.int().min(0)]);

/** Shows a producer's mistakes: what was ignored of a tenant's events, and why. */
export class IgnoredService {
  constructor(private readonly reader: IgnoredReader) {}

  /** Of the last day, by code and source. */
  async groups(tenant: string, page: PageRequest): Promise<Page<object>> {
    const groups = await this.reader.groups(tenant, LATELY_HOURS);
    const counted = groups.reduce((sum, { count }) => sum + count, 0);
    const isExact = counted < IGNORED_COUNTED;
    const sorted = groups.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const { items, next } = pageOfSorted(sorted, page, keyOf);
    return {
      items: items.map(({ newest, ...group }) => ({ ...group, isExact, newest: viewOf(newest) })),
      next,
    };
  }

  /** Of one code, the newest first, however old. @throws VerbatimError `request-invalid` for a cursor that is none */
  async events(tenant: string, code: string, { after, limit }: PageRequest): Promise<Page<object>> {
    const place = after === undefined ? null : decodePlace(after);
    const found = await this.reader.events(tenant, code, { after: place, limit: limit + 1 });
    const { items, next } = pageOf(found, limit, (last) => encodePlace(last.place));
    return { items: items.map(viewOf), next };
  }
}

function keyOf({ code, source }: IgnoredGroup): string {
  return JSON.stringify([code, source]);
}

function viewOf({ conversation, position, eventId, type, source, time, ...event }: IgnoredEvent): object {
  const { error, log, receivedAt } = event;
  const named = { conversation, position, event: eventId, type, source, time };
  return { ...named, error, log, receivedAt: receivedAt.toISOString() };
}

function encodePlace({ receivedAt, conversation, position }: IgnoredPlace): string {
  return Buffer.from(JSON.stringify([receivedAt, conversation, position])).toString('base64url');
}

function decodePlace(text: string): IgnoredPlace {
  try {
    const [receivedAt, conversation, position] = placeSchema.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return { receivedAt, conversation, position };
  } catch (cause) {
    throw new VerbatimError(
      'request-invalid',
      'after: expected the `next` of the page before',
      {},
      { cause },
    );
  }
}
