import { fragmentValues } from '../encoding';
import type { BodyRepair, RenderedBody } from '../format';
import { listOf } from '../json-text';
import { merged } from './body-merge';
import { type BodyMessage, bodyMessage } from './body-message';
import { withCallsSplit } from './body-split';
import { MOST_CALLS } from './limits';

/**
 * `{"messages":[…]}` of the fragments' own texts. Calls that nothing has answered yet are joined with the assistant
 * messages directly behind them, since all results of a turn follow one message; a message with more calls than
 * OpenAI takes at once becomes several.
 */
export function renderBody(fragments: readonly string[]): RenderedBody {
  const repairs: BodyRepair[] = [];
  const all = fragmentValues(fragments).map(({ json, fragment }) => bodyMessage(json, fragment));
  const joined = joinOpenTurns(all, repairs);
  const messages = joined.some(({ calls }) => calls.length > MOST_CALLS)
    ? withCallsSplit(joined, repairs)
    : joined;
  return { text: `{"messages":${listOf(messages.map(({ json }) => json))}}`, repairs };
}

function joinOpenTurns(messages: readonly BodyMessage[], repairs: BodyRepair[]): BodyMessage[] {
  const joined: BodyMessage[] = [];
  for (const message of messages) {
    const before = joined.at(-1);
    if (!before || before.calls.length === 0 || message.role !== 'assistant') {
      joined.push(message);
      continue;
    }
    const { json, lost } = merged(before.json, message.json);
    if (lost.length > 0) {
      const detail = `two assistant messages are joined; of the second one ${lost.join(', ')} is left out`;
      repairs.push({ code: 'turns-merged', detail, fragment: message.fragment });
    }
    joined[joined.length - 1] = bodyMessage(json, before.fragment);
  }
  return joined;
}
