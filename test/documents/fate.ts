import { defaultLimits } from '@verbatim/conversation';
import { readRecord } from '@verbatim/formats';

/** What becomes of the record that holds this event: `event` where it is read, else the code that says why not. */
export function fateOf(event: unknown): string {
  const value = Buffer.from(JSON.stringify(event));
  const record = readRecord({ value, headers: {}, key: null, origin: 'topic/0/1' }, defaultLimits);
  return 'code' in record ? record.code : record.kind;
}
