import { type FormatName, formatSchema, VerbatimError } from '@verbatim/conversation';
import { quote } from './sentence';

/**
 * What the `data` of a MessageAppended is written in: its `format` where it names one, else canonical where it has
 * `parts`, else an OpenAI chat message (SPEC 9). `format` comes first: other formats have `parts` of their own.
 * @throws VerbatimError `event-invalid` for a name that is no format
 */
export function sourceFormat(data: unknown): FormatName | 'canonical' {
  if (data === null || typeof data !== 'object' || !('format' in data)) {
    return data !== null && typeof data === 'object' && 'parts' in data ? 'canonical' : 'openai-chat';
  }
  const named = formatSchema.safeParse(data.format);
  if (named.success) return named.data;
  const names = formatSchema.options.join(', ');
  throw new VerbatimError('event-invalid', `data.format: ${quote(data.format)} is not a format (${names})`);
}
