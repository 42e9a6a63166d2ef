import type { Rule } from '../../format';
import type { BodyView } from './body-view';

/** Calls of the provider too: their results may come late, in a message of the runtime. */
export const resultAnswersCall: Rule<BodyView> = {
  name: 'result-answers-call',
  fact: 'The SDK hands results on as they are, and the providers behind it refuse one whose call was not made since the last user message, or was answered already.',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  check: ({ messages }) => {
    const calls = new Set<unknown>();
    return messages.flatMap(({ role, blocks, index }) => {
      if (role === 'user' || role === 'system') calls.clear();
      return blocks.flatMap(({ type, toolCallId }) => {
        if (role === 'assistant' && type === 'tool-call') calls.add(toolCallId);
        if (role !== 'tool' || type !== 'tool-result' || calls.delete(toolCallId)) return [];
        return [{ index, detail: `no open call ${JSON.stringify(toolCallId)} before this result` }];
      });
    });
  },
};
