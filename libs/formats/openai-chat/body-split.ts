import type { BodyRepair } from '../format';
import { JsonText, listOf, withProperty } from '../json-text';
import { type BodyMessage, bodyMessage } from './body-message';
import { MOST_CALLS } from './limits';

/** Messages with too many calls as several, each directly followed by the results of its own calls. */
export function withCallsSplit(messages: readonly BodyMessage[], repairs: BodyRepair[]): BodyMessage[] {
  return messages.flatMap((message, index) => {
    if (message.calls.length > MOST_CALLS) {
      const detail = `${message.calls.length} calls leave in messages of ${MOST_CALLS} at most`;
      repairs.push({ code: 'calls-split', detail, fragment: message.fragment });
      return chunks(message, resultsAfter(messages, index));
    }
    return isResultOfSplit(messages, index) ? [] : [message];
  });
}

function chunks(message: BodyMessage, results: readonly BodyMessage[]): BodyMessage[] {
  const calls = message.json.property('tool_calls')?.elements() ?? [];
  const starts = calls.flatMap((_, at) => (at % MOST_CALLS === 0 ? [at] : []));
  return starts.flatMap((start) => {
    const raw = listOf(calls.slice(start, start + MOST_CALLS));
    const text =
      start === 0
        ? withProperty(message.json, 'tool_calls', raw)
        : `{"role":"assistant","content":null,"tool_calls":${raw}}`;
    const said = bodyMessage(JsonText.parse(text), message.fragment);
    return [said, ...results.filter(({ answers }) => said.calls.includes(String(answers)))];
  });
}

function resultsAfter(messages: readonly BodyMessage[], index: number): BodyMessage[] {
  const end = messages.findIndex(({ role }, at) => at > index && role !== 'tool');
  return messages.slice(index + 1, end === -1 ? messages.length : end);
}

function isResultOfSplit(messages: readonly BodyMessage[], index: number): boolean {
  if (messages[index]?.role !== 'tool') return false;
  const caller = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
  return (caller?.calls.length ?? 0) > MOST_CALLS;
}
