import { escaped, members, valueAt } from '../rendering';
import type { Display } from './display';
import { phrase } from './phrase';

/** A dead letter for people: where it came from, what is wrong with it, what was decided; then its record as it came. */
export function deadLetterText(letter: unknown, display: Display): string {
  const at = (path: string): unknown => valueAt(letter, path);
  const facts = display.facts([
    { name: 'Letter', value: at('id') },
    { name: 'Kind', value: at('kind') },
    { name: 'Tenant', value: at('tenant') },
    { name: 'Conversation', value: at('conversation') },
    { name: 'Event', value: at('event') },
    { name: 'Log', value: placeOf(at('log')) },
    { name: 'Error', value: at('error.code') },
    { name: 'What is wrong', value: at('error.detail') },
    { name: 'Received', value: at('createdAt'), kind: 'time' },
    { name: 'Decided', value: decisionOf(at('settled'), display) },
    { name: 'Reason', value: at('settled.reason') },
    { name: 'New event', value: at('settled.event.id') },
    { name: 'What became of it', value: becameOf(at('became')) },
  ]);
  return `${facts}${display.section('Record')}${recordOf(at('raw'))}\n`;
}

function recordOf(raw: unknown): string {
  if (typeof raw !== 'string') return 'the record had no value';
  return escaped(Buffer.from(raw, 'base64').toString('utf8'));
}

function placeOf(log: unknown): string {
  const { topic, partition, offset } = members(log);
  if (topic === undefined) return '';
  return `${String(topic)}, partition ${String(partition)}, offset ${String(offset)}`;
}

function decisionOf(settled: unknown, display: Display): string {
  const { outcome, by, at } = members(settled);
  if (typeof outcome !== 'string') return '';
  return `${outcome} ${typeof at === 'string' ? display.time(at) : ''} by ${String(by)}`;
}

function becameOf(became: unknown): string {
  const { status, error, letter } = members(became);
  const { code, detail } = members(error);
  const parts = [phrase(status), code === undefined ? '' : `${phrase(code)}: ${phrase(detail)}`];
  if (letter !== null && letter !== undefined) parts.push(`as letter ${phrase(letter)}`);
  return parts.filter((part) => part !== '').join(', ');
}
