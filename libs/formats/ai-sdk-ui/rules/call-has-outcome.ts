import type { Rule } from '../../format';
import { isToolType } from '../schema';
import { isOpenState } from '../tool-part';
import type { BodyView } from './body-view';

/** The SDK runs what the last message approves before it asks the model, so such a call may still be open. */
export const callHasOutcome: Rule<BodyView> = {
  name: 'call-has-outcome',
  fact: 'Every tool part that the provider did not execute itself has an output, an error or a denial, or an approval in the last message: turned into model messages, other calls miss their results.',
  source: 'https://ai-sdk.dev/docs/troubleshooting/missing-tool-results-error',
  check: ({ messages }) =>
    messages.flatMap(({ role, parts, index }) =>
      parts.flatMap(({ type, state, toolCallId, providerExecuted }) => {
        const isTool = typeof type === 'string' && isToolType(type);
        if (role !== 'assistant' || !isTool || providerExecuted === true || !isOpenState(state)) return [];
        if (state === 'approval-responded' && index === messages.length - 1) return [];
        return [
          { index, detail: `the call ${JSON.stringify(toolCallId)} is still in state ${String(state)}` },
        ];
      }),
    ),
};
