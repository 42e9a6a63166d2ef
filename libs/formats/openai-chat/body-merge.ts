import { JsonText, listOf, withProperty } from '../json-text';

/**
 * Two assistant messages as one: texts joined by a line break, lists one behind the other, calls too. Any other key of
 * the second one goes with it unless the first has another value there: then it is listed in `lost`.
 */
export function merged(first: JsonText, second: JsonText): { json: JsonText; lost: string[] } {
  const lost: string[] = [];
  let json = first;
  for (const name of new Set(second.members().map((member) => member.name))) {
    const present = json.property(name);
    const value = second.property(name);
    if (!value || (value.kind === 'null' && present)) continue;
    const raw = !present || present.kind === 'null' ? value.slice() : joined(name, present, value);
    if (raw === null) lost.push(name);
    else if (raw !== present?.slice()) json = JsonText.parse(withProperty(json, name, raw));
  }
  return { json, lost };
}

function joined(name: string, first: JsonText, second: JsonText): string | null {
  if (name === 'content') return joinedContent(first, second);
  if (name === 'tool_calls') return listOf([...first.elements(), ...second.elements()]);
  return first.slice() === second.slice() ? first.slice() : null;
}

function joinedContent(first: JsonText, second: JsonText): string {
  if (first.slice() === '""') return second.slice();
  if (second.slice() === '""') return first.slice();
  if (first.kind === 'string' && second.kind === 'string') {
    return `${first.slice().slice(0, -1)}\\n${second.slice().slice(1)}`;
  }
  return listOf([first, second].flatMap(parts));
}

function parts(content: JsonText): string[] {
  return content.kind === 'string'
    ? [`{"type":"text","text":${content.slice()}}`]
    : content.elements().map((part) => part.slice());
}
