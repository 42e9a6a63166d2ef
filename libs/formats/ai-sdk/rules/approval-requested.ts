import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { requestedApprovals } from '../approvals';
import type { BodyView } from './body-view';

export const approvalRequested: Rule<BodyView> = {
  name: 'approval-requested',
  fact: 'An answer to an approval in the last message names a request of an earlier assistant message, and the call that it was for stands there too.',
  source: 'https://unpkg.com/ai@6.0.326/src/generate-text/collect-tool-approvals.ts',
  check: ({ messages }) => {
    const last = messages.at(-1);
    if (last?.role !== 'tool') return [];
    const requested = requestedApprovals(messages);
    const answers = last.blocks.filter(({ type }) => type === 'tool-approval-response');
    return inEach(
      answers.map(({ approvalId }) => ({ index: last.index, approvalId })),
      ({ approvalId }) =>
        requested.has(approvalId) ? null : `no call asked for the approval ${JSON.stringify(approvalId)}`,
    );
  },
};
