import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isObject } from '../../json-object';
import { type BodyView, type ItemView } from './body-view';

export const outputShape: Rule<BodyView> = {
  name: 'output-shape',
  fact: 'The output of a function or custom tool is a text or a list of content, of a local shell a text, of a shell a list with stdout, stderr and outcome, of a computer a screenshot; that of a patch says completed or failed.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check: ({ items }) => inEach(items, problemOf),
};

function problemOf({ type, value: { output, status } }: ItemView): string | null {
  switch (type) {
    case 'function_call_output':
    case 'custom_tool_call_output':
      return typeof output === 'string' || Array.isArray(output) ? null : 'the output is no text and no list';
    case 'local_shell_call_output':
      return typeof output === 'string' ? null : 'the output is no text';
    case 'shell_call_output':
      return Array.isArray(output) && output.every(isShellOutput)
        ? null
        : 'the output is no list of what was printed';
    case 'computer_call_output':
      return isObject(output) && output['type'] === 'computer_screenshot'
        ? null
        : 'the output is no screenshot';
    case 'apply_patch_call_output':
      return status === 'completed' || status === 'failed'
        ? null
        : 'the status is neither completed nor failed';
    default:
      return null;
  }
}

function isShellOutput(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { stdout, stderr, outcome } = entry;
  return typeof stdout === 'string' && typeof stderr === 'string' && isObject(outcome);
}
