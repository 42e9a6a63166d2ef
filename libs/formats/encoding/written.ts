import type { EncodedMessage, FormatNotice } from '../format';

interface Notices {
  readonly losses: readonly FormatNotice[];
  readonly repairs: readonly FormatNotice[];
}

/** A piece of a message as it leaves: its raw JSON, null where it does not, and what was lost or changed. */
export interface Written extends Notices {
  readonly json: string | null;
}

export function kept(json: string, repairs: readonly FormatNotice[] = []): Written {
  return { json, losses: [], repairs };
}

/** Left out because the target has no place for it. */
export function lost(loss: FormatNotice): Written {
  return { json: null, losses: [loss], repairs: [] };
}

/** Left out because the provider refuses it, with nothing lost by it. */
export function dropped(repair: FormatNotice): Written {
  return { json: null, losses: [], repairs: [repair] };
}

/** What was lost and changed in all of them, in order. */
export function noticesOf(all: readonly Partial<Notices>[]): Notices {
  return {
    losses: all.flatMap(({ losses }) => losses ?? []),
    repairs: all.flatMap(({ repairs }) => repairs ?? []),
  };
}

/** A message that leaves as this text, with nothing lost or changed. */
export function untouched(text: string): EncodedMessage {
  return { text, losses: [], repairs: [] };
}

/** The JSON text of an object, with a last member whose value is raw JSON. */
export function withRaw(object: object, name: string, rawJson: string): string {
  return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${rawJson}}`;
}
