import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { formatNames, type FormatName } from '@verbatim/conversation';
import { withProperty, type JsonText } from '@verbatim/formats';
import { route } from '../api-client';
import { CommandFailure } from '../failure';
import { members, shown } from '../rendering';
import { splitEntries, splitMessages, type Messages } from './entries';

export const importFormats = [...formatNames, 'events', 'verbatim-export'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** One message or event on its way: raw text, and where the service will have it. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly conversation: string;
  /** A message, and not another event. */
  readonly isMessage: boolean;
}

/** What a file holds, and how it is sent. */
export interface Source {
  readonly entries: readonly Entry[];
  readonly path: string;
  readonly contentType: string;
  /** The body of a request, made of the entries' texts as they are. */
  body(entries: readonly Entry[]): string;
}

/**
 * Reads the entries of a file. Ids follow from the whole content and the place in it, so that the same file again
 * changes nothing; events that have an id keep it.
 * @throws CommandFailure where the text is not of this format
 */
export function readSource(file: string, text: string, format: ImportFormat, conversation?: string): Source {
  const id = (index: number): string => `import-${digest(text)}-${index}`;
  switch (format) {
    case 'events':
      if (conversation === undefined) return events(file, splitEntries(file, text), id);
      throw new CommandFailure('events name their conversation themselves: leave out --conversation');
    case 'verbatim-export':
      throw new CommandFailure(
        'the format verbatim-export is not built yet: use a format of messages, or events',
      );
    default:
      return messages(conversation ?? basename(file, extname(file)), splitMessages(file, text, format), {
        format,
        id,
      });
  }
}

function messages(
  conversation: string,
  { system, texts }: Messages,
  { format, id }: { readonly format: FormatName; readonly id: (index: number) => string },
): Source {
  const named = format === 'openai-chat' ? '' : `"format":${JSON.stringify(format)},`;
  return {
    entries: texts.map((text, index) => ({
      id: id(index),
      text: text.slice(),
      conversation,
      isMessage: true,
    })),
    path: route`/v1/conversations/${conversation}/messages`,
    contentType: 'application/json',
    body: (entries) => {
      const isFirst = entries[0]?.id === id(0);
      const apart = system !== null && isFirst ? `"system":${system},` : '';
      const ids = JSON.stringify(entries.map((one) => one.id));
      return `{${named}${apart}"ids":${ids},"messages":[${joined(entries)}]}`;
    },
  };
}

function events(file: string, texts: readonly JsonText[], derived: (index: number) => string): Source {
  return {
    entries: texts.map((text, index) => {
      const { id, subject, type } = members(text.value());
      if (typeof subject !== 'string') {
        throw new CommandFailure(`${file}: event ${index} has no "subject", its conversation`);
      }
      const known = { conversation: subject, isMessage: type === 'MessageAppended' };
      if (typeof id === 'string') return { ...known, id, text: text.slice() };
      if (id !== undefined && id !== null) return { ...known, id: shown(id), text: text.slice() };
      const added = derived(index);
      return { ...known, id: added, text: withProperty(text, 'id', JSON.stringify(added)) };
    }),
    path: '/v1/events',
    contentType: 'application/cloudevents-batch+json',
    body: (entries) => `[${joined(entries)}]`,
  };
}

const joined = (entries: readonly Entry[]): string => entries.map(({ text }) => text).join(',');

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
