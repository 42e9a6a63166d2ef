import type { FragmentValue } from '../encoding';
import type { BodyRepair } from '../format';
import type { JsonObject } from '../json-object';
import { JsonText, listOf, withProperty } from '../json-text';
import { type MessageView, messageView } from './message-view';

/** By the id of the approval that was asked for, the call that it is for; only calls that stand in the messages. */
export function requestedApprovals(messages: readonly MessageView[]): ReadonlyMap<unknown, unknown> {
  const blocks = messages.filter(({ role }) => role === 'assistant').flatMap((message) => message.blocks);
  const calls = new Set(blocks.flatMap(({ type, toolCallId }) => (type === 'tool-call' ? [toolCallId] : [])));
  return new Map(
    blocks.flatMap(({ type, approvalId, toolCallId }) =>
      type === 'tool-approval-request' && calls.has(toolCallId) ? [[approvalId, toolCallId]] : [],
    ),
  );
}

/** Leaves out the answers to approvals that nothing shown asked for: the SDK stops at them. */
export function withoutStrayApprovals(
  messages: readonly FragmentValue[],
  repairs: BodyRepair[],
): FragmentValue[] {
  const views = messages.map(({ json }) => messageView(json.value()));
  if (views.every(({ role, blocks }) => role !== 'tool' || !blocks.some(isResponse))) return [...messages];
  const requested = requestedApprovals(views);
  return messages.flatMap((message, index) => {
    const view = views[index];
    const strays =
      view?.blocks.map((block) => isResponse(block) && !requested.has(block['approvalId'])) ?? [];
    if (view?.role !== 'tool' || !strays.includes(true)) return [message];
    const detail = 'an answer to an approval that nothing shown asked for was left out';
    repairs.push({ code: 'approval-unrequested', fragment: message.fragment, detail });
    const blocks = message.json.property('content')?.elements() ?? [];
    const kept = blocks.filter((_, at) => !strays[at]);
    if (kept.length === 0) return [];
    return [{ ...message, json: JsonText.parse(withProperty(message.json, 'content', listOf(kept))) }];
  });
}

function isResponse({ type }: JsonObject): boolean {
  return type === 'tool-approval-response';
}
