import { details, members, table } from './rendering';

const NOTICES = ['degraded', 'losses', 'repairs'];

/**
 * A served context or a receipt for people: its figures, then what went in, in order, then what was left out, lost or
 * repaired. The body is not shown.
 */
export function receiptText(value: unknown): string {
  const { segments } = members(value);
  const listed = Array.isArray(segments) ? `\n${table(segments, ['kind', 'role', 'tokens', 'event'])}` : '';
  return (
    details(value, ['body', 'segments', ...NOTICES]) +
    listed +
    NOTICES.map((name) => noticesText(value, name)).join('')
  );
}

function noticesText(value: unknown, name: string): string {
  const notices: unknown = members(value)[name];
  if (!Array.isArray(notices) || notices.length === 0) return '';
  return `\n${name}\n${table(notices, ['code', 'event', 'part', 'detail'])}`;
}
