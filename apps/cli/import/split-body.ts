import type { FormatName } from '@verbatim/conversation';
import { VerbatimError } from '@verbatim/conversation/errors';
import { format } from '@verbatim/formats';
import { CommandFailure } from '../failure';

/** What a body has beside its list of messages. */
export interface BodyParts {
  /** Raw JSON text of what stands apart from the messages, such as a system prompt. */
  readonly system: string | null;
  /** The messages of a body that has no list of them. */
  readonly unlisted: readonly string[];
}

/** @param body with its list empty. @throws CommandFailure where the format has no such body */
export function splitBody(file: string, body: string, name: FormatName): BodyParts {
  try {
    const { system, messages } = format(name).split(body);
    return { system, unlisted: messages };
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    throw new CommandFailure(`${file}: ${error.message}`, 1, { cause: error });
  }
}
