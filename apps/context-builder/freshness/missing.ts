import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Acknowledged } from './acknowledged-appends';

/** What a context may lack, as it stands under `degraded`. */
export interface Missing {
  readonly code: 'not-waited' | 'projection-behind';
  readonly detail: string;
}

export function notWaited(open: readonly Acknowledged[]): Missing {
  return { code: 'not-waited', detail: `${counted(open)} may be missing: \`after\` is "none"` };
}

export function standsStill(open: readonly Acknowledged[]): Missing {
  const detail = `${counted(open)} may be missing: the projector stands still`;
  return { code: 'projection-behind', detail };
}

export function lostByTheLog(open: readonly Acknowledged[]): Missing {
  const detail = `missing: ${counted(open)}, which the log does not hold any more`;
  return { code: 'projection-behind', detail };
}

/** The projectors move, and have not come that far. */
export function isBehind({ conversation }: ConversationKey, open: readonly Acknowledged[]): VerbatimError {
  const message = `conversation ${conversation}: ${counted(open)} not in the projection yet; ask again`;
  return new VerbatimError('projection-behind', message, { conversation });
}

/** Something of a conversation was acknowledged, and nothing of it is in the projection: there is nothing to serve. */
export function nothingYet({ conversation }: ConversationKey, { detail }: Missing): VerbatimError {
  const message = `nothing of conversation ${conversation} is in the projection yet (${detail}); ask again`;
  return new VerbatimError('projection-behind', message, { conversation });
}

function counted(open: readonly Acknowledged[]): string {
  const events = open.reduce((sum, each) => sum + each.events, 0);
  if (events === 0) return 'acknowledged events';
  return events === 1 ? '1 acknowledged event' : `${events} acknowledged events`;
}
