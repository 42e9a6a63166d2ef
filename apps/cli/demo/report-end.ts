import type { Display } from '../display/display';
import { counted, figure } from '../figures';
import { seenText } from '../seen/seen-text';
import type { Paint } from './figures';
import type { PastCallStep, TotalsStep } from './steps';

/** What one call saw, as `verbatim saw` prints it, then the proof. */
export function pastCallText({ seen, sha256, bySegments, byFold }: PastCallStep, display: Display): string {
  const verdict = (found: string): string => (found === sha256 ? 'ok' : `differs: ${found}`);
  return seenText(seen, display, { proof: { segments: verdict(bySegments), fold: verdict(byFold) } });
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
