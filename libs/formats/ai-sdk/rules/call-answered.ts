import type { Rule } from '../../format';
import { requestedApprovals } from '../approvals';
import type { BodyView, MessageView } from './body-view';
import { textOfValue } from '../../checking/text-of-value';

/** The SDK runs what the last message approves before it asks the model, so such a call may still be open. */
export const callAnswered: Rule<BodyView> = {
  name: 'call-answered',
  fact: 'Every call that the provider did not execute itself has a result in a tool message before the next user or system message and before the end, or an answer to its request for approval in the last message.',
  source: 'https://ai-sdk.dev/docs/troubleshooting/missing-tool-results-error',
  check: ({ messages }) => {
    const open = new Map<unknown, number>();
    const missing = new Map<unknown, number>();
    for (const { role, blocks, callIds, index } of messages) {
      if (role === 'assistant') callIds.forEach((id) => open.set(id, index));
      if (role === 'tool') resultIds(blocks).forEach((id) => open.delete(id));
      if (role !== 'user' && role !== 'system') continue;
      open.forEach((at, id) => missing.set(id, at));
      open.clear();
    }
    approvedLast(messages).forEach((id) => open.delete(id));
    return [...missing, ...open].map(([id, index]) => ({
      index,
      detail: `the call ${textOfValue(id)} has no result`,
    }));
  },
};

function resultIds(blocks: MessageView['blocks']): unknown[] {
  return blocks.flatMap(({ type, toolCallId }) => (type === 'tool-result' ? [toolCallId] : []));
}

function approvedLast(messages: readonly MessageView[]): unknown[] {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return [];
  const requested = requestedApprovals(messages);
  return last.blocks.flatMap(({ type, approvalId }) =>
    type === 'tool-approval-response' ? [requested.get(approvalId)] : [],
  );
}
