import type { LogPosition } from '@verbatim/event-log';

/** Offsets of one partition, both ends included. */
export interface Span {
  readonly partition: number;
  readonly first: number;
  readonly last: number;
}

/** Where one append landed in the log; spans by partition, ascending. */
export interface Cursor {
  readonly topic: string;
  readonly spans: readonly Span[];
}

const form = /^log:([\w.-]+)\/(\d{1,9}\/\d{1,15}-\d{1,15}(?:,\d{1,9}\/\d{1,15}-\d{1,15})*)$/;

/** `log:<topic>/<partition>/<first>-<last>`, further partitions after commas. Throws RangeError for no positions. */
export function encodeCursor(positions: readonly LogPosition[]): string {
  const [first] = positions;
  if (!first) throw new RangeError('an append without records has no cursor');
  const partitions = [...new Set(positions.map(({ partition }) => partition))].toSorted((a, b) => a - b);
  const spans = partitions.map((partition) => {
    const offsets = positions.filter((at) => at.partition === partition).map(({ offset }) => offset);
    return `${partition}/${offsets.reduce((a, b) => Math.min(a, b))}-${offsets.reduce((a, b) => Math.max(a, b))}`;
  });
  return `log:${first.topic}/${spans.join(',')}`;
}

/** Null where the text is no cursor: an event's id, say. */
export function decodeCursor(text: string): Cursor | null {
  const [, topic, spans] = form.exec(text) ?? [];
  if (topic === undefined || spans === undefined) return null;
  return { topic, spans: spans.split(',').map(readSpan) };
}

function readSpan(text: string): Span {
  const [partition = 0, first = 0, last = 0] = text.split(/[/-]/).map(Number);
  return { partition, first, last };
}
