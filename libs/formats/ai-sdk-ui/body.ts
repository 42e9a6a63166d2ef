import { fragmentValues } from '../encoding';
import type { BodyRepair, RenderedBody } from '../format';
import { JsonText, listOf, withProperty } from '../json-text';
import { type Fragment, readFragment } from './fragments';
import { freeId, isDerived } from './ids';
import { closed, isOpenState } from './tool-part';

type MessageFragment = Extract<Fragment, { kind: 'message' }>;
type ResultFragment = Extract<Fragment, { kind: 'result' }>;

/** A message on its way into the body; `parts` once they are no longer those of its frame. */
interface Building {
  readonly frame: JsonText;
  readonly role: unknown;
  readonly piece: string | null;
  readonly fragment: number;
  parts: readonly JsonText[];
  isChanged: boolean;
}

/**
 * `{"messages"}`. Results go into the tool parts of their calls, pieces of one message become one again, and an assistant
 * message that follows calls still open joins theirs: parallel calls of one turn.
 */
export function renderBody(fragments: readonly string[]): RenderedBody {
  const messages: Building[] = [];
  const repairs: BodyRepair[] = [];
  for (const { json, fragment } of fragmentValues(fragments)) {
    const read = readFragment(json);
    if (read.kind === 'message') addMessage(messages, read, fragment, repairs);
    else addResult(messages, read, fragment, repairs);
  }
  const taken = new Set<string>();
  const texts = messages.map((message) => written(message, taken, repairs));
  return { text: `{"messages":${listOf(texts)}}`, repairs };
}

/** True where nothing is shown: the SDK takes no empty list of messages. */
export function needsLead(fragments: readonly string[]): boolean {
  return fragments.every((text) => text.trim() === '');
}

function addMessage(
  messages: Building[],
  { message, piece }: MessageFragment,
  fragment: number,
  repairs: BodyRepair[],
): void {
  const parts = message.property('parts')?.elements() ?? [];
  const role = message.property('role')?.value();
  const last = messages.at(-1);
  const isSame = last !== undefined && piece !== null && last.piece === piece;
  const isTurn = last?.role === 'assistant' && role === 'assistant' && last.parts.some(isOpen);
  if (!last || !(isSame || isTurn)) {
    messages.push({ frame: message, role, piece, fragment, parts, isChanged: false });
    return;
  }
  last.parts = [...last.parts, ...parts];
  last.isChanged = true;
  const detail = 'merged into the assistant message before it, whose calls were still open';
  if (!isSame && last.fragment !== fragment) repairs.push({ code: 'turns-merged', fragment, detail });
}

function addResult(
  messages: readonly Building[],
  { toolCallId, outcome }: ResultFragment,
  fragment: number,
  repairs: BodyRepair[],
): void {
  const isCall = (part: JsonText) => isOpen(part) && part.property('toolCallId')?.value() === toolCallId;
  const caller = messages.findLast(({ parts }) => parts.some(isCall));
  if (!caller) {
    const detail = `no open call ${toolCallId} is shown before this result, which was left out`;
    repairs.push({ code: 'result-without-call', fragment, detail });
    return;
  }
  const at = caller.parts.findLastIndex(isCall);
  caller.parts = caller.parts.map((part, index) =>
    index === at ? JsonText.parse(closed(part, outcome)) : part,
  );
  caller.isChanged = true;
}

function isOpen(part: JsonText): boolean {
  return (
    part.property('toolCallId') !== undefined &&
    part.property('providerExecuted')?.value() !== true &&
    isOpenState(part.property('state')?.value())
  );
}

function written(
  { frame, parts, isChanged, fragment }: Building,
  taken: Set<string>,
  repairs: BodyRepair[],
): string {
  const text = isChanged ? withProperty(frame, 'parts', listOf(parts)) : frame.slice();
  const id = String(frame.property('id')?.value());
  const free = freeId(id, taken);
  taken.add(free);
  if (free === id) return text;
  const detail = `the id ${id} of an earlier message leaves as ${free}`;
  if (!isDerived(id)) repairs.push({ code: 'message-id-changed', fragment, detail });
  return withProperty(JsonText.parse(text), 'id', JSON.stringify(free));
}
