import type { JsonMember, JsonText } from './json-text';

/** The object's text without the named members; everything else, white space included, as it was. */
export function withoutProperties(object: JsonText, names: readonly string[]): string {
  return rebuild(object, (member) => (names.includes(member.name) ? null : sourceOf(member)));
}

/**
 * The object's text with `name` set to `rawJson`: in place of the value it has (earlier duplicates go, the one
 * that counted is replaced), else as a new last member.
 */
export function withProperty(object: JsonText, name: string, rawJson: string): string {
  const replaced = object.members().findLast((member) => member.name === name);
  if (!replaced) return withNewProperty(object, name, rawJson);
  return rebuild(object, (member) => {
    if (member.name !== name) return sourceOf(member);
    if (member.start !== replaced.start) return null;
    return object.text.slice(member.start, member.value.start) + rawJson;
  });
}

/** A list of raw JSON values as text. */
export function listOf(values: readonly (string | JsonText)[]): string {
  return `[${values.map((value) => (typeof value === 'string' ? value : value.slice())).join(',')}]`;
}

function withNewProperty(object: JsonText, name: string, rawJson: string): string {
  const added = `${JSON.stringify(name)}:${rawJson}`;
  const last = object.members().at(-1);
  if (!last) return `{${added}}`;
  const { text, start, end } = object;
  return `${text.slice(start, last.value.end)},${added}${text.slice(last.value.end, end)}`;
}

function sourceOf({ start, value }: JsonMember): string {
  return value.text.slice(start, value.end);
}

/** Writes each member as `write` gives it; null leaves it out, with the comma and white space up to the next one. */
function rebuild(object: JsonText, write: (member: JsonMember) => string | null): string {
  const { text, start, end } = object;
  const members = object.members();
  const [first] = members;
  if (!first) return object.slice();
  let written = '';
  let separator = '';
  members.forEach((member, index) => {
    const source = write(member);
    if (source === null) return;
    written += separator + source;
    separator = text.slice(member.value.end, members[index + 1]?.start ?? member.value.end);
  });
  const tail = members.at(-1)?.value.end ?? end;
  return text.slice(start, first.start) + written + text.slice(tail, end);
}
