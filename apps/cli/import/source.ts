import { basename, extname } from 'node:path';
import type { FormatName } from '@verbatim/conversation';
import { formatNames } from '@verbatim/conversation/events/format-names';
import { JsonText, withProperty } from '@verbatim/formats/json-text';
import { route } from '../api-client';
import { members, shown } from '../rendering';
import type { TextEntry } from './read-entries';
import { DocumentFault } from './scanning/document-fault';
import type { Survey } from './survey';

export const importFormats = [...formatNames, 'events', 'verbatim-export'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** One message or event on its way: raw text, and where the service will have it. */
export interface Entry extends TextEntry {
  readonly id: string;
  readonly conversation: string;
  /** The id is the producer's own: another body may come under it, which the service then puts on record. */
  readonly isNamed: boolean;
}

/** How what a document holds is sent. */
export interface Source {
  readonly path: string;
  readonly contentType: string;
  entry(text: TextEntry): Entry;
  /** The body of a request, made of the entries' texts as they are. */
  body(entries: readonly Entry[]): string;
}

/** The conversation that messages of a file go to. */
export function conversationOf(file: string, named: string | undefined): string {
  return named ?? basename(file, extname(file));
}

/** `entry` of the document with this digest. The same document again has the same ids, and so changes nothing. */
function derivedId(digest: string, index: number): string {
  return `import-${digest}-${index}`;
}

export function messageSource(
  conversation: string,
  format: FormatName,
  { digest, system }: Pick<Survey, 'digest' | 'system'>,
): Source {
  const named = format === 'openai-chat' ? '' : `"format":${JSON.stringify(format)},`;
  return {
    path: route`/v1/conversations/${conversation}/messages`,
    contentType: 'application/json',
    entry: (text) => ({ ...text, id: derivedId(digest, text.index), conversation, isNamed: false }),
    body: (entries) => {
      const apart = system !== null && entries[0]?.index === 0 ? `"system":${system},` : '';
      const ids = JSON.stringify(entries.map(({ id }) => id));
      return `{${named}${apart}"ids":${ids},"messages":[${joined(entries)}]}`;
    },
  };
}

export function eventSource({ digest }: Pick<Survey, 'digest'>): Source {
  return {
    path: '/v1/events',
    contentType: 'application/cloudevents-batch+json',
    entry: (text) => {
      const event = JsonText.parse(text.text);
      const { id, subject } = members(event.value());
      const known = { ...text, conversation: shownSubject(subject) };
      if (typeof id === 'string') return { ...known, id, isNamed: true };
      if (id !== undefined && id !== null) return { ...known, id: shown(id), isNamed: true };
      const derived = derivedId(digest, text.index);
      const named = withProperty(event, 'id', JSON.stringify(derived));
      return { ...known, id: derived, isNamed: false, text: named };
    },
    body: (entries) => `[${joined(entries)}]`,
  };
}

/** @throws DocumentFault where the event names no conversation */
export function checkEvent({ index, start }: TextEntry, value: unknown): void {
  const { subject } = members(value);
  if (typeof subject === 'string' && subject !== '') return;
  throw new DocumentFault(`event ${index} has no "subject", its conversation`, start);
}

function shownSubject(subject: unknown): string {
  return typeof subject === 'string' ? subject : '';
}

const joined = (entries: readonly Entry[]): string => entries.map(({ text }) => text).join(',');
