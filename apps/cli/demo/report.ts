import { escaped } from '../rendering';
import type { Display } from '../display/display';
import { counted, cut, figure } from '../figures';
import type { Paint } from './figures';
import { pastCallText, totalsText } from './report-end';
import type { MessageStep, Step } from './steps';

/** A step for people: one line, a few where it ends; each line ends with a line feed. */
export function stepText(step: Step, paint: Paint, display: Display): string {
  switch (step.step) {
    case 'start':
      return startText(step, paint);
    case 'message':
      return messageLine(step, paint);
    case 'call':
      return line(`call ${step.number}`, 'context', callText(step), (text) => paint('cyan', text));
    case 'summary':
      return line('', step.by === null ? 'cut' : 'summary', summaryText(step), (text) =>
        paint('green', text),
      );
    case 'summary-owed':
      return line('', 'summary', `is owed (contexts do without it): ${escaped(step.reason)}`, (text) =>
        paint('yellow', text),
      );
    case 'refusal':
      return line(step.what, step.code, `${escaped(step.detail)} (${step.advice})`, (text) =>
        paint('yellow', text),
      );
    case 'no-summary':
      return `\n${paint('yellow', noSummaryText(step.omitted))}\n`;
    case 'past-call':
      return pastCallText(step, display);
    case 'totals':
      return totalsText(step, paint);
    case 'next':
      return nextText(step.commands, paint);
  }
}

function nextText(commands: Extract<Step, { step: 'next' }>['commands'], paint: Paint): string {
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, does]) => `  ${command.padEnd(width)}  ${paint('dim', does)}\n`);
  return `\n${paint('bold', 'Try next')}\n${lines.join('')}`;
}

function startText(
  { what, url, log, kept, policy, summaries }: Extract<Step, { step: 'start' }>,
  paint: Paint,
): string {
  const data = kept === null ? {} : { 'kept in': kept };
  const facts = {
    'all services': `${url}, on an embedded Postgres`,
    events: log,
    ...data,
    policy,
    summaries,
  };
  const lines = Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(12)}  ${fact}\n`);
  return `${paint('bold', what)}\n${lines.join('')}\n`;
}

function messageLine({ number, role, about, characters }: MessageStep, paint: Paint): string {
  const label = number === null ? 'pinned' : `msg ${number}`;
  const kind = role === 'tool' ? 'tool result' : role;
  const size = `${figure(characters)} chars`;
  const text = `${cut(escaped(about), 58).padEnd(58)}  ${size.padStart(13)}`;
  return (
    (role === 'user' ? '\n' : '') +
    line(label, kind, text, (all) => (role === 'user' ? paint('bold', all) : all))
  );
}

function callText({
  shown,
  tokens,
  history,
  summaries,
  omitted,
  notices,
}: Extract<Step, { step: 'call' }>): string {
  const parts = [
    counted(shown, 'message'),
    `${figure(tokens)} tokens (history: ${figure(history.tokens)})`,
    ...(summaries > 0 ? [counted(summaries, 'summary', 'summaries')] : []),
    ...(omitted > 0 ? [`${counted(omitted, 'result')} omitted`] : []),
    ...notices,
  ];
  return parts.join(', ');
}

function summaryText({
  from,
  to,
  tokensBefore,
  tokensAfter,
  by,
}: Extract<Step, { step: 'summary' }>): string {
  const range = `messages ${figure(from)}-${figure(to)}: ${figure(tokensBefore)} tokens`;
  return by === null
    ? `${range} left the view, no summary`
    : `${range} became ${figure(tokensAfter)} (${escaped(by)})`;
}

function noSummaryText(omitted: boolean): string {
  const what = omitted
    ? 'No summary was due, only tool results were omitted'
    : 'Nothing was summarised or omitted';
  return `${what}: the conversation is short for this policy. Another one: --policy FILE`;
}

function line(label: string, kind: string, text: string, paint: (text: string) => string): string {
  return `${paint(`${label.padEnd(9)} ${kind.padEnd(11)}  ${text}`.trimEnd())}\n`;
}
