import { fragmentValues, joinedStrings } from '../encoding';
import type { RenderedBody } from '../format';
import { type JsonText, listOf, withoutProperties } from '../json-text';
import { isSystemApart } from './decode';
import { CALL_KEY, type FragmentUse, fragmentUse } from './fragment';

interface BodyMessage extends FragmentUse {
  readonly text: string;
}

/**
 * `{"system"?, "messages"}` of the fragments' own texts. Each result is brought right behind its call: Agent Zero uses
 * one tool at a time, so calls that were made together leave one after the other. Several system prompts are joined by
 * a blank line.
 */
export function renderBody(fragments: readonly string[]): RenderedBody {
  const values = fragmentValues(fragments).map(({ json }) => json);
  const systems = values.flatMap((json) =>
    isSystemApart(json.value()) ? (json.property('system') ?? []) : [],
  );
  const messages = values
    .filter((json) => !isSystemApart(json.value()))
    .map((json) => ({ ...fragmentUse(json), text: withoutCallId(json) }));
  const head = systems.length === 0 ? '' : `"system":${joined(systems)},`;
  return { text: `{${head}"messages":${listOf(inPairs(messages))}}`, repairs: [] };
}

function withoutCallId(message: JsonText): string {
  return message.property(CALL_KEY) ? withoutProperties(message, [CALL_KEY]) : message.slice();
}

/** The first result of the turn that has the call's id stands behind it. */
function inPairs(messages: readonly BodyMessage[]): string[] {
  const taken = new Set<number>();
  return messages.flatMap((message, index) => {
    if (taken.has(index)) return [];
    if (message.kind !== 'call') return [message.text];
    const end = messages.findIndex(({ kind }, at) => at > index && kind === 'asked');
    const answer = messages.findIndex(
      ({ kind, callId }, at) =>
        at > index && !taken.has(at) && kind === 'result' && callId === message.callId,
    );
    const answered = messages[answer];
    if (!answered || (end !== -1 && answer > end)) return [message.text];
    taken.add(answer);
    return [message.text, answered.text];
  });
}

/** One leaves as it came, several as one text. */
function joined(systems: readonly JsonText[]): string {
  const [only] = systems;
  if (only && systems.length === 1) return only.slice();
  return joinedStrings(systems.flatMap((system) => (system.kind === 'array' ? system.elements() : [system])));
}
