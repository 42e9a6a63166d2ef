import { escaped } from '../rendering';
import { counted, cut, figure, type Paint } from './figures';
import type { PastCallStep, TotalsStep } from './steps';

/** What one call saw: its messages, then the proof. */
export function pastCallText(step: PastCallStep, paint: Paint): string {
  const { number, callId, history, shown, tokens } = step.call;
  const event = Math.max(...step.segments.map((segment) => segment.event.length));
  const rows = step.segments.map(
    (segment) =>
      `  ${segment.kind.padEnd(11)}  ${segment.role.padEnd(9)}  ${escaped(segment.event).padEnd(event)}  ` +
      `${figure(segment.tokens).padStart(7)}  ${paint('dim', cut(escaped(segment.text), 60))}\n`,
  );
  const verdict = (sha256: string): string =>
    sha256 === step.sha256 ? paint('green', 'ok') : paint('yellow', `differs: ${sha256}`);
  return [
    `\n${paint('bold', `What call ${number} saw`)} (${callId}): `,
    `${counted(shown, 'message')}, ${figure(tokens)} tokens; `,
    `the history had ${counted(history.messages, 'message')}, ${figure(history.tokens)} tokens\n`,
    ...rows,
    `  receipt     sha256 ${step.sha256}\n`,
    `  segments    ${verdict(step.bySegments)}  the same bytes, from the stored segments\n`,
    `  fold        ${verdict(step.byFold)}  the same bytes, by folding the raw events again\n`,
  ].join('');
}

/** The end: what is stored, and what the calls cost beside the whole history. */
export function totalsText(step: TotalsStep, paint: Paint): string {
  const rows: [string, string][] = [
    [
      'messages stored',
      `${figure(step.messages)}, ${step.unchanged ? 'each byte for byte as sent' : 'NOT as sent'}`,
    ],
    ['checkpoints', figure(step.checkpoints)],
    ['results omitted', `${figure(step.omitted)} in the last call`],
    ...(step.last === null ? [] : [['last call', spent(step.last)] satisfies [string, string]]),
    [`all ${counted(step.calls, 'call')}`, spent(step.all)],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}  ${value}\n`);
  return `\n${paint('bold', 'In all')}\n${lines.join('')}`;
}

function spent({ history, served }: { readonly history: number; readonly served: number }): string {
  if (history === 0) return 'none';
  const saved = Math.round((1 - served / history) * 100);
  const change = saved < 0 ? `${-saved} % more` : `${saved} % saved`;
  return `${figure(served)} tokens instead of ${figure(history)}: ${change}`;
}
