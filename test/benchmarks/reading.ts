import { defaultLimits } from '@verbatim/conversation';
import { readRecord, writeEvent } from '@verbatim/formats';
import { hostiles } from './hostile';
import { timed } from './timing';

const envelope = { id: 'e', source: 's', type: 'MessageAppended', subject: 'c', tenant: 'default' };

/** What reading records of a megabyte costs that were made to take long: the slowest first. */
export function hostileRows(most: number): (string | number)[][] {
  const rows = hostiles().map(({ format, name, dataText }) => {
    const text = writeEvent({ ...envelope, time: '2026-01-01T00:00:00Z', dataversion: 1, dataText });
    const record = { value: Buffer.from(text), headers: {}, key: null, origin: '' };
    const { ms, result } = timed(() => readRecord(record, defaultLimits));
    const floor = timed(() => JSON.stringify(JSON.parse(text))).ms;
    return { format, ms, floor, kind: result.kind, name };
  });
  return rows
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, most)
    .map(({ format, ms, floor, kind, name }) => [format, ms, floor, ms / floor, kind, name]);
}
