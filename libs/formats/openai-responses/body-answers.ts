import type { BodyRepair } from '../format';
import type { JsonObject } from '../json-object';
import { JsonText, withoutProperties, withProperty } from '../json-text';
import { type BodyItem, withText } from './body-item';
import { callIdOf, CALLS, isOutput, itemType } from './item';
import { outputValue } from './output-value';

/** Keys that the output of a custom tool does not have. */
const FUNCTION_ONLY = ['status', 'name', 'namespace'];

/** What functions and custom tools give back, in the same words; results from elsewhere are written so. */
const PLAIN: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output']);

/** Every output in the kind that its call asks for: one that came from elsewhere cannot know it. */
export function answersInKind(items: readonly BodyItem[], repairs: BodyRepair[]): BodyItem[] {
  const calls = new Map<unknown, string>();
  return items.flatMap((item) => {
    const type = itemType(item.value);
    if (CALLS.has(type)) calls.set(callIdOf(item.value), type);
    const kind = CALLS.get(calls.get(callIdOf(item.value)) ?? '');
    if (!isOutput(item.value) || !kind || kind.outputs.includes(type)) return [item];
    const [output = type] = kind.outputs;
    const { fragment } = item;
    if (output === 'computer_call_output') {
      const detail = 'a screenshot cannot say what the result says and leaves blank';
      repairs.push({ code: 'screenshot-blanked', detail, fragment });
    } else if (!PLAIN.has(type)) {
      const detail = `a ${type} leaves as the ${output} that its call asks for`;
      repairs.push({ code: 'content-rewritten', detail, fragment });
    }
    return withText(item, inKind(item, output));
  });
}

function inKind({ value, json }: BodyItem, output: string): string {
  const type = JSON.stringify(output);
  if (PLAIN.has(output) && PLAIN.has(itemType(value))) {
    const plain =
      output === 'custom_tool_call_output' ? withoutProperties(json, FUNCTION_ONLY) : json.slice();
    return withProperty(JsonText.parse(plain), 'type', type);
  }
  const said = outputValue(output, textOf(value), undefined);
  const callId = json.property('call_id')?.slice() ?? JSON.stringify(callIdOf(value));
  const status = output === 'apply_patch_call_output' ? ',"status":"failed"' : '';
  return `{"type":${type},"call_id":${callId}${status},"output":${said}}`;
}

function textOf({ output }: JsonObject): string {
  if (typeof output === 'string') return output;
  return output === undefined ? '' : JSON.stringify(output);
}
