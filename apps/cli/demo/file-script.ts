import { VerbatimError } from '@verbatim/conversation';
import { format, JsonText } from '@verbatim/formats';
import { CommandFailure } from '../failure';
import { splitMessages } from '../import/entries';
import type { Script } from './chat';

/**
 * Plays a user's conversation: a list of OpenAI chat messages, `{messages}` or JSONL, each message as it is written.
 * A context is asked where a model was: before each assistant message, and at the end where the last is none.
 * @throws CommandFailure that names the file and the entry at fault
 */
export function fileScript(file: string, text: string): Script {
  const messages = splitMessages(file, text, 'openai-chat').texts.map((entry, index) => ({
    text: entry.slice(),
    role: roleOf(file, index, entry.slice()),
  }));
  const last = messages.at(-1);
  if (last === undefined) throw new CommandFailure(`${file} has no messages`);
  return async (chat) => {
    for (const message of messages) {
      if (message.role === 'assistant') await chat.call();
      await chat.append(message.text);
    }
    if (last.role !== 'assistant') await chat.call();
  };
}

function roleOf(file: string, index: number, text: string): string {
  try {
    return format('openai-chat').decode(JsonText.parse(text), `entry ${index}`).role;
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    throw new CommandFailure(`${file}, ${error.message} (expected OpenAI chat messages)`, 1, {
      cause: error,
    });
  }
}
