import { JsonText, withoutProperties, withProperty } from '../json-text';

/** States of a call that nothing has come of yet. */
const OPEN_STATES: ReadonlySet<unknown> = new Set([
  'input-available',
  'approval-requested',
  'approval-responded',
]);

export function isOpenState(state: unknown): boolean {
  return OPEN_STATES.has(state);
}

const AFTER_INPUT = ['output', 'errorText', 'resultProviderMetadata', 'preliminary', 'approval'];

/** What came of a call, as raw JSON: a whole tool part, an output, or the text of an error. */
export type Outcome =
  { readonly part: string } | { readonly output: string } | { readonly errorText: string };

/** The tool part as it was before anything came of it. */
export function opened(raw: JsonText): string {
  const part = JsonText.parse(withoutProperties(raw, AFTER_INPUT));
  const input = part.property('input') ? part : JsonText.parse(withProperty(part, 'input', rawInputOf(raw)));
  return withProperty(input, 'state', '"input-available"');
}

/** The tool part with what came of it. An approval stays where it was given. */
export function closed(raw: JsonText, outcome: Outcome): string {
  if ('part' in outcome) return outcome.part;
  const isGranted = raw.property('approval')?.property('approved')?.slice() === 'true';
  const leftOver = AFTER_INPUT.filter((name) => name !== 'approval' || !isGranted);
  const part = JsonText.parse(withoutProperties(raw, leftOver));
  const [name, value] = 'output' in outcome ? ['output', outcome.output] : ['errorText', outcome.errorText];
  const state = name === 'output' ? '"output-available"' : '"output-error"';
  return withProperty(JsonText.parse(withProperty(part, 'state', state)), name, value);
}

/** The tool part with the keys that JSON has dropped because they were undefined, where its state asks for them. */
export function completed(raw: JsonText): string {
  const state = raw.property('state')?.value();
  const needsInput = state !== 'output-error' && !raw.property('input');
  const part = needsInput ? JsonText.parse(withProperty(raw, 'input', rawInputOf(raw))) : raw;
  const needsOutput = state === 'output-available' && !raw.property('output');
  return needsOutput ? withProperty(part, 'output', 'null') : part.slice();
}

function rawInputOf(raw: JsonText): string {
  return raw.property('rawInput')?.slice() ?? '{}';
}
