import type { RecordHeaders, SigningKeys } from '@verbatim/event-log';

/** A value as a record of our own services has it: for tests that write into the log in their place. */
export function signed(
  keys: SigningKeys,
  text: string,
): { readonly value: Buffer; readonly headers: RecordHeaders } {
  const { value, headers = {} } = keys.sign({ key: '', value: Buffer.from(text) });
  return { value, headers };
}
