import { isPinned, type Role } from '@verbatim/conversation';
import {
  EMPTY_MESSAGE,
  isResult,
  nameNotCarried,
  noticesOf,
  orPlaceholder,
  partsToWrite,
  runsOf,
  withFirst,
} from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { listOf } from '../json-text';
import { derivedIdOf } from './ids';
import { type UiRole, writePart } from './write-part';

/** A message of another format, written anew; what comes after a result is a message of its own. */
export function fromCanonical(source: MessageSource): EncodedMessage {
  const { message, parts } = source;
  const role = uiRole(message.role);
  const shown = partsToWrite(source);
  const written = (role === 'assistant' ? shown : withFirst(shown, isResult)).map((each) => ({
    ...writePart(each.part, each.index, source, role),
    isResult: isResult(each),
  }));
  const id = derivedIdOf(source, parts);
  const left = written.flatMap(({ json, isResult: alone }) => (json === null ? [] : [{ json, alone }]));
  const fragments = runsOf(left, (before, part) => !before.alone && !part.alone).map((run) => {
    const jsons = run.map(({ json }) => json);
    return run[0]?.alone === true ? jsons.join(',') : messageOf(id, role, jsons);
  });
  const { losses, repairs } = noticesOf(written);
  const named = nameNotCarried('ai-sdk-ui', message);
  const encoded = { text: fragments.join(','), losses: [...named, ...losses], repairs };
  const placeholder = JSON.stringify({ type: 'text', text: EMPTY_MESSAGE });
  return orPlaceholder('ai-sdk-ui', encoded, source, messageOf(id, role, [placeholder]));
}

function messageOf(id: string, role: UiRole, parts: readonly string[]): string {
  return `{"id":"${id}","role":"${role}","parts":${listOf(parts)}}`;
}

function uiRole(role: Role): UiRole {
  if (isPinned(role)) return 'system';
  return role === 'user' ? 'user' : 'assistant';
}
