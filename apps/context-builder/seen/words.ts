import type { FormatName } from '@verbatim/conversation';
import { format, JsonText } from '@verbatim/formats';
import { readableText } from '../reading/readable-text';
import type { ReceiptSegment } from '../serving/receipt';

/** What a segment says, read from its bytes: a call as `name(arguments)`, a summary without the tags around it. */
export function wordsOf({ kind }: Pick<ReceiptSegment, 'kind'>, text: string, target: FormatName): string {
  const words = readWords(text, target);
  const inside = /^\s*<conversation-summary [^>]*>\s*([\s\S]*?)\s*(?:<\/conversation-summary>\s*)?$/.exec(
    words,
  )?.[1];
  return kind === 'summary' ? (inside ?? words) : words;
}

/** The bytes themselves where the target's own reader does not understand them. */
function readWords(text: string, target: FormatName): string {
  const out = format(target);
  try {
    const { system, messages } = out.split(out.renderBody([text]).text);
    const all = system === null ? messages : [out.systemData(system), ...messages];
    return all.map((each) => readableText(out.decode(JsonText.parse(each), 'message'))).join('\n');
  } catch {
    return text;
  }
}
