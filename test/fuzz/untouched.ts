import type { FormatName } from '@verbatim/conversation';
import { JsonText } from '@verbatim/formats';
import type { Rendered } from '../support/in-process/context-rig';

/** Where a format's message holds what must leave as it came: in these members, a list element by element. */
const HELD_IN: Readonly<Record<FormatName, readonly string[]>> = {
  'openai-chat': ['content', 'tool_calls', 'extra_content'],
  'openai-responses': ['content', 'arguments', 'output', 'summary', 'encrypted_content', 'action', 'input'],
  anthropic: ['content', 'system'],
  'ai-sdk': ['content', 'system'],
  'ai-sdk-ui': ['parts', 'metadata'],
  'agent-zero': ['content', 'system'],
};

/**
 * What of a message that came in the target's own format is not in the body as the same bytes, although nothing was
 * replaced and it is not among those `named` by a repair or loss. Where calls are cut off or summarised, their results
 * may lack in messages that are shown for something else.
 */
export function changedBytes(
  target: FormatName,
  { segments, bodyText }: Rendered,
  dataTexts: ReadonlyMap<string, string>,
  { named, mayLackResults }: { named: ReadonlySet<string>; mayLackResults: boolean },
): string[] {
  // Several that stand apart are joined.
  const isOnlySystem = segments.filter(({ role }) => role === 'system' || role === 'developer').length < 2;
  const whole = segments.filter(({ kind, event }) => kind === 'message' && !named.has(event));
  return whole.flatMap(({ event }) => {
    const data = JsonText.parse(dataTexts.get(event) ?? 'null');
    const isReplaced = segments.some((each) => each.event === event && each.kind !== 'message');
    if (isReplaced || formatOf(data) !== target) return [];
    const names = HELD_IN[target].filter((name) => name !== 'system' || isOnlySystem);
    return heldTexts(data, names, mayLackResults)
      .filter((text) => !bodyText.includes(text))
      .map((text) => `${event} was not shown as it came: ${text.slice(0, 200)}`);
  });
}

function formatOf(data: JsonText): unknown {
  return data.property('format')?.value() ?? (data.property('parts') ? 'canonical' : 'openai-chat');
}

function heldTexts(data: JsonText, names: readonly string[], mayLackResults: boolean): string[] {
  return data
    .members()
    .filter(({ name }) => names.includes(name))
    .flatMap(({ value }) =>
      value.kind === 'array'
        ? value
            .elements()
            .filter((element) => !isUnanswered(element) && !(mayLackResults && isResult(element)))
            .map((element) => element.slice())
        : [value.slice()],
    );
}

function isResult(element: JsonText): boolean {
  return /^tool[-_]result$/.test(String(element.property('type')?.value()));
}

/** A tool part of a UI message that gets its result from another message. */
function isUnanswered(element: JsonText): boolean {
  return /^(input|approval)-/.test(String(element.property('state')?.value()));
}
