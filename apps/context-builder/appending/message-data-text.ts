import type { FormatName } from '@verbatim/conversation';
import { JsonText, withProperty } from '@verbatim/formats';

/** A message as the `data` of its event: with its format's name, but for the default, which is what one without is read as. */
export function messageDataText(message: string, format: FormatName): string {
  if (format === 'openai-chat') return message;
  return withProperty(JsonText.parse(message), 'format', JSON.stringify(format));
}
