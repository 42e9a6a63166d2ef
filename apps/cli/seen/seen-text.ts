import type { Display } from '../display/display';
import { escaped, shown } from '../rendering';
import type { Seen, SeenSegment } from './answers';
import { messageColumns } from './message-columns';
import { counted, figure } from '../figures';
import { positions, range } from './positions';
import { ruleText } from './rule-text';
import { column } from '../display/column';

/** Whether each way of making the bytes again gave those on receipt: `ok`, or what it gave. */
export interface Proof {
  readonly segments: string;
  readonly fold: string;
  /** What the runtime says it sent, where that was compared: `ok`, `differs` or `unknown`. */
  readonly sent?: string;
}

export interface SeenOptions {
  /** Whole texts instead of a line each. */
  readonly full?: boolean;
  /** Rows at most: the newest messages, the first ranges. */
  readonly limit?: number | undefined;
  /** Left out where nothing was proven. */
  readonly proof?: Proof;
}

/** What a call saw, a row a message; what it did not see and why; what was lost on the way; the proof. */
export function seenText(
  seen: Seen,
  display: Display,
  { full, limit = Infinity, proof }: SeenOptions,
): string {
  const segments = seen.segments.slice(-Math.min(limit, seen.segments.length));
  const left = seen.segments.length - segments.length;
  return [
    heading(seen, display),
    left > 0 ? display.dim(`${counted(left, 'older one')} not listed\n`) : '',
    full
      ? segments.map((each) => wholeText(each, display)).join('')
      : display.table(segments, messageColumns(display)),
    otherwiseText(seen, display),
    hiddenText(seen, display, limit),
    noticesText('Degraded', seen.degraded, display),
    noticesText('Lost', seen.losses, display),
    noticesText('Repaired', seen.repairs, display),
    proof === undefined ? '' : proofText(seen.sha256, proof, display),
  ].join('');
}

function heading(
  { ordinal, callId, model, createdAt, messages, segments, tokens, original }: Seen,
  display: Display,
): string {
  const count = (kind: string): number => segments.filter((segment) => segment.kind === kind).length;
  const parts = [
    `${figure(messages.shown)} of ${counted(messages.stored, 'message')}`,
    ...(count('summary') === 0 ? [] : [counted(count('summary'), 'summary', 'summaries')]),
    ...(count('pending') === 0 ? [] : [`${figure(count('pending'))} that came with the request`]),
  ];
  const whole = original === null ? '' : ` of ${figure(original.tokens)} in the whole history`;
  const about = [callId, model].map(escaped).join(', ');
  return (
    `\n${display.bold(`What call ${figure(ordinal)} saw`)} (${about}, ${display.time(createdAt)})\n` +
    `${parts.join(', ')}; ${figure(tokens)} tokens${whole}\n\n`
  );
}

function wholeText({ kind, role, position, event, tokens, text }: SeenSegment, display: Display): string {
  const place = position === null ? '' : `#${position}`;
  const about = [place, role, kind, shown(event), counted(tokens, 'token')].filter((each) => each !== '');
  return `${display.bold(about.join('  '))}\n${escaped(text)}\n\n`;
}

/** What is shown as something else, a line a rule. */
function otherwiseText({ segments }: Seen, display: Display): string {
  const rules = new Map<string, { places: number[]; tokens: number; why: string }>();
  for (const { instead, position } of segments) {
    if (instead === undefined) continue;
    const why = ruleText(instead);
    const { places, tokens } = rules.get(why) ?? { places: [], tokens: 0 };
    const all = position === null ? places : [...places, position];
    rules.set(why, { places: all, tokens: tokens + (instead.tokens ?? 0), why });
  }
  if (rules.size === 0) return '';
  const columns = [
    column.text('Messages', (row) => positions((row as { places: number[] }).places)),
    column.number('In full', 'tokens'),
    column.prose('Why', 'why'),
  ];
  return display.section('Shown as something else') + display.table([...rules.values()], columns);
}

function hiddenText({ hidden, messages }: Seen, display: Display, limit: number): string {
  if (hidden.length === 0) return '';
  const columns = [
    column.text('Messages', (row) =>
      range((row as Seen['hidden'][number]).from, (row as Seen['hidden'][number]).to),
    ),
    column.number('Count', 'count'),
    column.number('Tokens', 'tokens'),
    column.prose('Why', (row) => ruleText((row as Seen['hidden'][number]).reason)),
  ];
  const left = hidden.length - Math.min(limit, hidden.length);
  return (
    display.section(`Not shown: ${counted(messages.hidden, 'message')}`) +
    display.table(hidden.slice(0, Math.min(limit, hidden.length)), columns) +
    (left > 0 ? display.dim(`${counted(left, 'more range')} not listed\n`) : '')
  );
}

/** Notices of one code and detail are one line. */
function noticesText(title: string, notices: Seen['losses'], display: Display): string {
  if (notices.length === 0) return '';
  const counts = new Map<string, { code: string; events: string; detail: string }>();
  for (const { code, event = '', detail } of notices) {
    const key = `${code} ${detail}`;
    const before = counts.get(key)?.events;
    counts.set(key, { code, detail, events: [before ?? '', event].filter((each) => each !== '').join(', ') });
  }
  const columns = [
    column.text('Code', 'code'),
    column.prose('Messages', 'events'),
    column.prose('What', 'detail'),
  ];
  return display.section(title) + display.table([...counts.values()], columns);
}

function proofText(sha256: string, { segments, fold, sent = 'unknown' }: Proof, display: Display): string {
  const verdict = (found: string): string => (found === 'ok' ? display.green('ok') : display.yellow(found));
  const lines = [
    ['receipt', `sha256 ${sha256}`],
    ['segments', `${verdict(segments)}  the same bytes, from the stored segments`],
    ['fold', `${verdict(fold)}  the same bytes, by folding the raw events again`],
    ...(sent === 'unknown' ? [] : [['sent', `${verdict(sent)}  what the runtime says it sent`]]),
  ];
  return (
    display.section('Proof') + lines.map(([name, text]) => `${(name ?? '').padEnd(8)}  ${text}\n`).join('')
  );
}
