import type { Checkpoint, Message } from './api-shapes';
import type { RecordedCall } from './openai-server';

/** What one request to the summariser's model held. */
export interface AskedSummary {
  readonly messages: readonly { readonly ref: string; readonly text: string }[];
  /** Summaries that the new one takes in. */
  readonly previous: readonly string[];
}

/** Reads the transcripts of recorded calls; a message that came in several pieces is there with each. */
export function askedSummaries(calls: readonly RecordedCall[]): AskedSummary[] {
  return calls.map(({ body }) => {
    const told = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const elements = [...told.matchAll(/<(message|previous_summary)\b([^>]*)>\n([\s\S]*?)\n<\/\1>/g)];
    const found = elements.map(([, tag, attributes = '', text = '']) => ({
      tag,
      ref: unescaped(/ ref="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      text: unescaped(text),
    }));
    return {
      messages: found.filter(({ tag }) => tag === 'message').map(({ ref, text }) => ({ ref, text })),
      previous: found.filter(({ tag }) => tag === 'previous_summary').map(({ text }) => text),
    };
  });
}

export interface Told {
  readonly asked: readonly AskedSummary[];
  /** The unpinned messages of the journal in order, as they came. */
  readonly journal: readonly { readonly id: string; readonly message: Message }[];
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * What is wrong with the requests for one conversation's summaries, held against its journal: a message that was told
 * twice, or never though a summary stands for it, or though none does; a text that is not the journal's; summaries of
 * summaries that were made from others than those that they supersede. Drafts that were not accepted count as told.
 */
export function ledgerProblems(told: Told): string[] {
  return [...messageProblems(told), ...takenInProblems(told)];
}

function messageProblems({ asked, journal, checkpoints }: Told): string[] {
  const summarised = new Set(
    checkpoints
      .filter(({ status, summary }) => status !== 'refused' && summary !== null)
      .flatMap(({ messages }) => journal.slice(messages.from, messages.to).map(({ id }) => id)),
  );
  const pieces = asked.flatMap(({ messages }) => messages);
  const unknown = pieces.filter(({ ref }) => !journal.some(({ id }) => id === ref));
  return [
    ...unknown.map(({ ref }) => `${ref} was told and is not in the journal`),
    ...journal.flatMap(({ id, message }, ordinal) => {
      const requests = asked.filter(({ messages }) => messages.some(({ ref }) => ref === id)).length;
      const text = pieces.filter(({ ref }) => ref === id).map((piece) => piece.text);
      const name = `message ${ordinal} (${id})`;
      if (!summarised.has(id)) return requests === 0 ? [] : [`${name} was told and no summary stands for it`];
      if (requests === 0) return [`${name} was never told and a summary stands for it`];
      const isText = typeof message.content === 'string' && message.role !== 'tool' && !message.tool_calls;
      if (isText && text.join('') === message.content) return [];
      return isText ? [`${name} was told as ${JSON.stringify(text)}`] : timesProblem(name, requests);
    }),
  ];
}

function timesProblem(name: string, requests: number): string[] {
  return requests === 1 ? [] : [`${name} was told ${requests} times`];
}

/** Each summary that takes others in was asked for with exactly their texts, in their order. */
function takenInProblems({ asked, checkpoints }: Told): string[] {
  const summaryOf = new Map(checkpoints.map(({ id, summary }) => [id, summary]));
  const accepted = checkpoints.filter(
    ({ status, supersedes }) => status !== 'refused' && supersedes.length > 0,
  );
  const told = new Set(asked.map(({ previous }) => JSON.stringify(previous)));
  return accepted.flatMap(({ id, supersedes }) => {
    const taken = supersedes.map((superseded) => summaryOf.get(superseded));
    return told.has(JSON.stringify(taken)) ? [] : [`${id} was not made from the summaries it supersedes`];
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
