import type { FormatName, Message, Part, Role, ToolResultPart } from '@verbatim/conversation';
import type { FormatNotice, MessageSource } from '../format';
import type { ShownPart } from './shown-parts';

/** A part, or some of it, that the target has no place for; `part` is its index in the canonical message. */
export function notCarried(target: FormatName, part: number, what: string): FormatNotice {
  return { code: 'part-not-carried', part, detail: noPlace(target, what) };
}

/** A part that a message of this role cannot hold. */
export function partNotCarried(
  target: FormatName,
  { part, index }: ShownPart,
  { role }: Pick<Message, 'role'>,
): FormatNotice {
  return notCarried(target, index, `${kindOf(part)} ${inMessageOf(role)}`);
}

/** What of a result the target has no place for: content that it does not take, and the mark of an error. */
export function resultNotCarried(
  target: FormatName,
  index: number,
  { content, isError }: ToolResultPart,
  isTaken: (item: ToolResultPart['content'][number]) => boolean,
): FormatNotice[] {
  const lost = content.filter((item) => !isTaken(item)).map((item) => `${item.type} in a result`);
  if (isError === true) lost.push('the error mark of a result');
  return lost.map((what) => notCarried(target, index, what));
}

/** The name of a message's author, where there is one. */
export function nameNotCarried(target: FormatName, { name }: Pick<Message, 'name'>): FormatNotice[] {
  if (name === undefined) return [];
  return [{ code: 'part-not-carried', detail: noPlace(target, `the author's name ${JSON.stringify(name)}`) }];
}

export function inMessageOf(role: Role): string {
  return `in ${role === 'assistant' ? 'an' : 'a'} ${role} message`;
}

function noPlace(target: FormatName, what: string): string {
  return `${target} has no place for ${what}`;
}

function kindOf(part: Part): string {
  return part.type === 'data' ? `data (${part.name})` : part.type;
}

/** A model's name without the date of its snapshot: providers answer with the one and are asked for the other. */
function undated(model: string): string {
  return model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
}

/** Reasoning that only the model which wrote it can read: null where this context may carry it, else the loss. */
export function boundElsewhere(
  { message, model }: Pick<MessageSource, 'message' | 'model'>,
  part: number,
): FormatNotice | null {
  if (message.model === undefined || undated(message.model) === undated(model)) return null;
  const detail = `the reasoning is bound to ${message.model} and is not sent to ${model}`;
  return { code: 'reasoning-bound', part, detail };
}
