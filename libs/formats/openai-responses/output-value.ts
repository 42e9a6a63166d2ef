import { isObject } from '../json-object';

/** Stands for a screenshot that is not shown: one clear pixel. */
const BLANK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/**
 * Raw JSON of the `output` of an item of this type that says `text`. A shell's outcome stays the one it had, a
 * screenshot can say nothing and becomes a blank one.
 */
export function outputValue(type: string, text: string, before: unknown): string {
  switch (type) {
    case 'computer_call_output':
      return JSON.stringify({ type: 'computer_screenshot', image_url: BLANK });
    case 'shell_call_output': {
      const entries: readonly unknown[] = Array.isArray(before) ? before : [];
      const first = entries.find(isObject);
      const outcome = first?.['outcome'] ?? { type: 'timeout' };
      return JSON.stringify([{ stdout: text, stderr: '', outcome }]);
    }
    default:
      return JSON.stringify(text);
  }
}
