import { details, members, table } from './rendering';

/** A served context or a receipt for people: its figures, then what went in, in order. The body is not shown. */
export function receiptText(value: unknown): string {
  const { segments } = members(value);
  const listed = Array.isArray(segments) ? `\n${table(segments, ['kind', 'role', 'tokens', 'event'])}` : '';
  return details(value, ['body', 'segments']) + listed;
}
