import {
  evolve,
  initialHead,
  isLive,
  MemoryWorkingSet,
  resolvePolicy,
  type ConversationEvent,
  type Head,
  type Part,
  type RecordedEvent,
  type Role,
} from '@verbatim/conversation';
import type { Refusal } from '../../projection/projection-store';

/** A conversation told event by event and folded in memory: what the rows of a store are compared with. */
export class Story {
  readonly state: MemoryWorkingSet;
  readonly events: RecordedEvent[] = [];
  readonly refusals: Refusal[] = [];

  constructor(
    readonly tenant: string,
    readonly conversation: string,
    origin: 'default' | 'assigned' = 'default',
  ) {
    const policy = resolvePolicy({});
    this.state = new MemoryWorkingSet(initialHead(tenant, conversation, policy));
    this.tell('PolicyAssigned', { name: null, origin, version: 'v1', policy: { ...policy } });
  }

  get head(): Head {
    return this.state.head;
  }

  /** Ids hold what text columns do not. */
  idAt(position: number): string {
    return `event ${position} \0 \ud83d \\u0000 😀`;
  }

  say(role: Role, parts: readonly Part[] = [{ type: 'text', text: role }]): RecordedEvent {
    return this.tell('MessageAppended', { role, parts: [...parts] });
  }

  call(...ids: readonly string[]): RecordedEvent {
    return this.say(
      'assistant',
      ids.map((id) => ({ type: 'tool-call', id, name: 'look', arguments: '{}' })),
    );
  }

  answer(...callIds: readonly string[]): RecordedEvent {
    return this.say(
      'tool',
      callIds.map((callId) => ({ type: 'tool-result', callId, content: [] })),
    );
  }

  /** Covers the unpinned messages [from, to), where the fold accepts that. */
  cover(from: number, to: number, summary: string | null): RecordedEvent {
    const first = this.state.itemAt(from);
    const last = this.state.itemAt(to - 1);
    if (!first || !last) throw new RangeError(`no messages ${from} to ${to}`);
    return this.tell('CheckpointCreated', {
      range: {
        from: first.position,
        to: last.position,
        fromMessage: first.eventId,
        toMessage: last.eventId,
        messages: { from, to },
      },
      summary,
      strategy: summary === null ? 'none' : 'llm',
      mode: 'layered',
      supersedes: [],
      basis: this.head.position,
      policyVersion: 'v1',
      summarizer: null,
      promptVersion: null,
      tokensBefore: 10,
      tokensAfter: 1,
      usage: null,
      attempt: 0,
    });
  }

  revoke(checkpoint: string): RecordedEvent {
    return this.tell('CheckpointRevoked', { checkpoint });
  }

  /** Live messages in order, as the memory has them. */
  live() {
    const { coverage } = this.head;
    return this.state.items().filter(({ ordinal }) => ordinal !== null && isLive(coverage, ordinal));
  }

  private tell<T extends ConversationEvent['type']>(
    type: T,
    data: Extract<ConversationEvent, { type: T }>['data'],
  ): RecordedEvent {
    const position = this.head.position + 1;
    const event = { type, id: this.idAt(position), time: null, position, data } as RecordedEvent;
    const { outcome, changes } = evolve(this.state, event, { tokens: position * 3 });
    this.state.apply(changes);
    this.events.push(event);
    if (outcome.status === 'refused')
      this.refusals.push({ position, code: outcome.code, detail: outcome.detail });
    return event;
  }
}
