import { type ToolResultPart, VerbatimError } from '@verbatim/conversation';
import { read } from '../decoding';
import type { JsonObject } from '../json-object';
import type { JsonText } from '../json-text';
import { resultContent } from './decode-content';
import { callIdOf, itemType } from './item';
import {
  applyPatchOutputSchema,
  computerOutputSchema,
  localShellOutputSchema,
  shellOutputSchema,
  textOutputSchema,
} from './schema';

/** What a tool gave back; a shell's output is shown as its raw JSON, a screenshot as an image. */
export function decodeOutput(data: JsonText, value: JsonObject, path: string): ToolResultPart {
  const callId = callIdOf(value);
  if (typeof callId !== 'string' || callId === '') {
    throw new VerbatimError('event-invalid', `${path}.call_id is missing or empty`);
  }
  return { type: 'tool-result', callId, ...contentOf(data, value, path) };
}

function contentOf(
  data: JsonText,
  value: JsonObject,
  path: string,
): Pick<ToolResultPart, 'content' | 'isError'> {
  switch (itemType(value)) {
    case 'computer_call_output': {
      const { output } = read(computerOutputSchema, value, path);
      const url = output.image_url ?? output.file_id;
      return { content: url ? [{ type: 'image', url }] : [] };
    }
    case 'local_shell_call_output':
      return { content: resultContent(read(localShellOutputSchema, value, path).output) };
    case 'shell_call_output':
      read(shellOutputSchema, value, path);
      return { content: [{ type: 'text', text: data.property('output')?.slice() ?? '[]' }] };
    case 'apply_patch_call_output': {
      const { status, output } = read(applyPatchOutputSchema, value, path);
      return { content: resultContent(output ?? status), ...(status === 'failed' && { isError: true }) };
    }
    default:
      return { content: resultContent(read(textOutputSchema, value, path).output) };
  }
}
