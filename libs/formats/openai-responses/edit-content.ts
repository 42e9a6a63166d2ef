import type { Part } from '@verbatim/conversation';
import { type Edit, isShown, NO_EDIT, notCarried } from '../encoding';
import type { FormatNotice } from '../format';
import { isObject, type JsonObject } from '../json-object';
import { JsonText, listOf, withoutProperties } from '../json-text';
import {
  elementOf,
  mediaProblem,
  PLACES,
  shapeProblem,
  type Side,
  sideOf,
  typeProblem,
} from './content-elements';
import { isInstructions, roleOf, itemType } from './item';
import type { NativeItem } from './native-item';
import { textOfValue } from '../checking/text-of-value';

/** Of a message or instructions: what is shown of the content, a replacement in place of its texts. */
export function editContent(native: NativeItem): Edit {
  const { root, value, source } = native;
  const { replacement } = source;
  if (isInstructions(value)) {
    return { members: replacement === null ? {} : { instructions: JSON.stringify(replacement) } };
  }
  if (itemType(value) !== 'message') return NO_EDIT;
  const content = root.property('content');
  if (content?.kind !== 'array') {
    return { members: replacement === null ? {} : { content: JSON.stringify(replacement) } };
  }
  const side = sideOf(roleOf(value));
  const shown = content
    .elements()
    .flatMap((element, index) => (isShown(source, index) ? [{ element, index }] : []));
  const { kept, isUntouched, losses, repairs } = editElements(shown, source.message.parts, side);
  if (replacement !== null) {
    return { members: { content: replaced(kept, replacement, side) }, losses, repairs };
  }
  const isWhole = isUntouched && shown.length === content.elements().length;
  return { members: isWhole ? {} : { content: listOf(kept.map(({ text }) => text)) }, losses, repairs };
}

interface Kept {
  readonly text: string;
  readonly isText: boolean;
}

interface EditedElements {
  readonly kept: readonly Kept[];
  readonly isUntouched: boolean;
  readonly losses: readonly FormatNotice[];
  readonly repairs: readonly FormatNotice[];
}

/** Each element as the API takes it: as it came, written anew from its part, or left out. */
export function editElements(
  elements: readonly { readonly element: JsonText; readonly index: number }[],
  parts: readonly Part[],
  side: Side,
): EditedElements {
  const kept: Kept[] = [];
  const losses: FormatNotice[] = [];
  const repairs: FormatNotice[] = [];
  let isUntouched = true;
  for (const { element, index } of elements) {
    const value = element.value();
    const part = parts[index];
    const isText = part?.type === 'text';
    if (isObject(value) && isTaken(value, side)) {
      const isParsed = value['type'] === 'output_text' && Object.hasOwn(value, 'parsed');
      const text = isParsed
        ? withoutProperties(JsonText.parse(element.slice()), ['parsed'])
        : element.slice();
      isUntouched &&= !isParsed;
      kept.push({ text, isText });
      continue;
    }
    isUntouched = false;
    const written = part ? elementOf(part, side) : null;
    const type = isObject(value) ? textOfValue(value['type']) : 'content';
    if (written === null) {
      losses.push(notCarried('openai-responses', index, `${type} in ${PLACES[side]}`));
      continue;
    }
    kept.push({ text: JSON.stringify(written), isText });
    const detail = `${type} is not taken here and leaves as ${textOfValue(written['type'])}`;
    repairs.push({ code: 'content-rewritten', part: index, detail });
  }
  return { kept, isUntouched, losses, repairs };
}

function isTaken(element: JsonObject, side: Side): boolean {
  return (
    typeProblem(element, side) === null && shapeProblem(element) === null && mediaProblem(element) === null
  );
}

function replaced(kept: readonly Kept[], replacement: string, side: Side): string {
  const text = JSON.stringify(elementOf({ type: 'text', text: replacement }, side));
  const at = Math.max(
    kept.findIndex(({ isText }) => isText),
    0,
  );
  const others = kept.filter(({ isText }) => !isText).map((each) => each.text);
  return listOf(others.toSpliced(at, 0, text));
}
