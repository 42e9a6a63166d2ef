import { DEFAULT_TENANT } from '@verbatim/conversation';
import { JsonText, withProperty } from '@verbatim/formats';
import type { EventIds } from './event-ids';
import type { NamedEvent } from './message-events';

/** CloudEvents of a producer as they came, with an `id` and the request's tenant added where they name none. */
export function producedEvents(texts: readonly string[], tenant: string, idOf: EventIds): NamedEvent[] {
  return texts.map((text, index) => {
    const named = withDefault(text, 'id', () => idOf(index));
    const owned = tenant === DEFAULT_TENANT ? named : withDefault(named, 'tenantid', () => tenant);
    return { text: owned, name: texts.length === 1 ? 'event' : `events[${index}]`, index };
  });
}

/** Null counts as absent (CloudEvents JSON format 2.2). */
function withDefault(text: string, name: string, value: () => string): string {
  const event = JsonText.parse(text);
  const present = event.property(name);
  if (present !== undefined && present.kind !== 'null') return text;
  return withProperty(event, name, JSON.stringify(value()));
}
