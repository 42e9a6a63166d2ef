import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isJson, isObject } from '../../json-object';
import { type BodyView, type ItemView } from './body-view';

export const callArguments: Rule<BodyView> = {
  name: 'call-arguments',
  fact: 'The arguments of a function call are JSON as a text, the input of a custom call is a text; a shell has an action, a patch an operation.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check: ({ items }) => inEach(items, problemOf),
};

function problemOf({ type, value }: ItemView): string | null {
  switch (type) {
    case 'function_call': {
      const text = value['arguments'];
      if (typeof text !== 'string') return 'the arguments are no text';
      return text === '' || isJson(text) ? null : 'the arguments are no JSON';
    }
    case 'custom_tool_call':
      return typeof value['input'] === 'string' ? null : 'the input is no text';
    case 'shell_call':
    case 'local_shell_call':
      return isObject(value['action']) ? null : 'the action is missing';
    case 'apply_patch_call':
      return isObject(value['operation']) ? null : 'the operation is missing';
    default:
      return null;
  }
}
