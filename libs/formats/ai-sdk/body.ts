import { type FragmentValue, fragmentValues } from '../encoding';
import type { BodyRepair, RenderedBody } from '../format';
import { JsonText, listOf, withProperty } from '../json-text';
import { withoutStrayApprovals } from './approvals';
import { joinedSystem } from './body-system';
import { messageView } from './message-view';

/**
 * `{"system"?, "messages"}`. What stands apart is hoisted. An assistant message that follows another one whose calls are
 * still open is merged into it: parallel calls of one turn, told apart by formats that write a turn in pieces.
 */
export function renderBody(fragments: readonly string[]): RenderedBody {
  const values = fragmentValues(fragments);
  const systems = values.filter(isApart).flatMap(({ json }) => json.property('system') ?? []);
  const repairs: BodyRepair[] = [];
  const merged = mergeTurns(
    values.filter((value) => !isApart(value)),
    repairs,
  );
  const messages = withoutStrayApprovals(merged, repairs);
  const system = systems.length === 0 ? '' : `"system":${joinedSystem(systems)},`;
  return { text: `{${system}"messages":${listOf(messages.map(({ json }) => json))}}`, repairs };
}

/** True where nothing but what stands apart is shown: the SDK takes no empty list of messages. */
export function needsLead(fragments: readonly string[]): boolean {
  return fragments.every((fragment) => fragmentValues([fragment]).every(isApart));
}

function isApart({ json }: FragmentValue): boolean {
  return json.property('role') === undefined;
}

function mergeTurns(messages: readonly FragmentValue[], repairs: BodyRepair[]): FragmentValue[] {
  const merged: FragmentValue[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (!last || !belongTogether(last, message)) {
      merged.push(message);
      continue;
    }
    merged[merged.length - 1] = { ...last, json: mergedMessage(last.json, message.json) };
    const detail = 'merged into the assistant message before it, whose calls were still open';
    if (message.fragment !== last.fragment) {
      repairs.push({ code: 'turns-merged', fragment: message.fragment, detail });
    }
  }
  return merged;
}

function belongTogether(before: FragmentValue, after: FragmentValue): boolean {
  const [first, second] = [before, after].map(({ json }) => messageView(json.value()));
  return first?.role === 'assistant' && second?.role === 'assistant' && first.callIds.length > 0;
}

function mergedMessage(before: JsonText, after: JsonText): JsonText {
  const content = listOf([...blocksOf(before), ...blocksOf(after)]);
  const merged = JsonText.parse(withProperty(before, 'content', content));
  const options = after.property('providerOptions');
  return options ? JsonText.parse(withProperty(merged, 'providerOptions', options.slice())) : merged;
}

function blocksOf(message: JsonText): string[] {
  const content = message.property('content');
  if (content?.kind !== 'string') return content?.elements().map((block) => block.slice()) ?? [];
  return content.value() === '' ? [] : [`{"type":"text","text":${content.slice()}}`];
}
