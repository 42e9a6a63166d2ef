import type { EventType } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import { writeEvent } from '@verbatim/formats';

/** The `source` of events that came through the HTTP API's own commands. */
export const API_SOURCE = 'verbatim/api';

export function writeApiEvent(
  { tenant, conversation }: ConversationKey,
  event: {
    readonly id: string;
    readonly type: EventType;
    /** Raw JSON text. */
    readonly dataText: string;
    readonly time: Date;
  },
): string {
  return writeEvent({
    id: event.id,
    source: API_SOURCE,
    type: event.type,
    subject: conversation,
    tenant,
    time: event.time.toISOString(),
    dataversion: 1,
    dataText: event.dataText,
  });
}
