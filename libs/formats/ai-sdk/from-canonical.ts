import { isPinned, type Message } from '@verbatim/conversation';
import {
  EMPTY_MESSAGE,
  isResult,
  nameNotCarried,
  orPlaceholder,
  partNotCarried,
  partsToWrite,
  type ShownPart,
  withFirst,
} from '../encoding';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';
import type { BlockRole } from './fit';
import { inMessages, messageOf } from './in-messages';
import { writePart } from './write-part';

/** A message that came in another format, written anew: as many ModelMessages as its calls and results take. */
export function fromCanonical(source: MessageSource): EncodedMessage {
  const { message } = source;
  const { role } = message;
  const shown = partsToWrite(source);
  const named = nameNotCarried('ai-sdk', message);
  if (isPinned(role)) return systemApart(shown, named, message);
  const holder: BlockRole = role === 'user' || role === 'tool' ? role : 'assistant';
  const blocks = (role === 'user' ? withFirst(shown, isResult) : shown).map((each) => ({
    ...writePart(each.part, each.index, source, holder),
    inTool: isResult(each),
  }));
  const encoded = inMessages(blocks, named, (own) => messageOf(holder, own));
  return orPlaceholder('ai-sdk', encoded, source, JSON.stringify({ role: 'user', content: EMPTY_MESSAGE }));
}

function systemApart(
  shown: readonly ShownPart[],
  named: readonly FormatNotice[],
  message: Message,
): EncodedMessage {
  const texts = shown.flatMap(({ part }) => (part.type === 'text' ? [part.text] : []));
  const others = shown.filter(({ part }) => part.type !== 'text');
  const text = texts.length === 0 ? '' : JSON.stringify({ system: texts.join('\n') });
  const losses = others.map((each) => partNotCarried('ai-sdk', each, message));
  return { text, losses: [...named, ...losses], repairs: [] };
}
