import { joinedStrings } from '../encoding';
import { type JsonText, listOf } from '../json-text';

/** One leaves as it came; texts are joined by a blank line, and where one is a message, all are a list of messages. */
export function joinedSystem(systems: readonly JsonText[]): string {
  const [only] = systems;
  if (only && systems.length === 1) return only.slice();
  if (systems.every(({ kind }) => kind === 'string')) return joinedStrings(systems);
  return listOf(systems.flatMap(messagesOf));
}

function messagesOf(system: JsonText): string[] {
  if (system.kind === 'array') return system.elements().map((message) => message.slice());
  return [system.kind === 'string' ? `{"role":"system","content":${system.slice()}}` : system.slice()];
}
