import { type Edit, NO_EDIT } from '../encoding';
import { fieldsOf } from '../json-object';
import { listOf } from '../json-text';
import { mediaProblem } from './content-elements';
import { editElements } from './edit-content';
import { isOutput, itemType } from './item';
import type { NativeItem } from './native-item';
import { outputValue } from './output-value';

/** Of an output: a replacement in place of what it says, and elements that the API takes. */
export function editOutput({ root, value, source }: NativeItem): Edit {
  if (!isOutput(value)) return NO_EDIT;
  const { replacement, message } = source;
  const type = itemType(value);
  if (replacement !== null) {
    const detail = 'a screenshot cannot be replaced by text and leaves blank';
    return {
      members: { output: outputValue(type, replacement, value['output']) },
      repairs: type === 'computer_call_output' ? [{ code: 'screenshot-blanked', part: 0, detail }] : [],
    };
  }
  if (type === 'computer_call_output') return editScreenshot(value['output'], type);
  const output = root.property('output');
  if (output?.kind !== 'array' || type === 'shell_call_output') return NO_EDIT;
  const [part] = message.parts;
  const content = part?.type === 'tool-result' ? part.content : [];
  const elements = output.elements().map((element, index) => ({ element, index }));
  const { kept, isUntouched, losses, repairs } = editElements(elements, content, 'output');
  if (isUntouched) return NO_EDIT;
  const text = kept.length === 0 ? '""' : listOf(kept.map((each) => each.text));
  const atResult = <T extends { part?: number }>(notice: T): T => ({ ...notice, part: 0 });
  return { members: { output: text }, losses: losses.map(atResult), repairs: repairs.map(atResult) };
}

/** What is no image leaves blank. */
function editScreenshot(output: unknown, type: string): Edit {
  const problem = mediaProblem({ ...fieldsOf(output), type: 'input_image' });
  if (problem === null) return NO_EDIT;
  const detail = `${problem}: the screenshot leaves blank`;
  return {
    members: { output: outputValue(type, '', undefined) },
    repairs: [{ code: 'screenshot-blanked', part: 0, detail }],
  };
}
