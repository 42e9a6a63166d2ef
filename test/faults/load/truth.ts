/** What a producer was told to be taken. */
export interface Acknowledged {
  readonly tenant: string;
  readonly conversation: string;
  readonly id: string;
  /** Whose order counts: one producer's events of a conversation stay in its order. */
  readonly producer: string;
  /**
   * What the journal must hold: of `whole` the payload is exactly these bytes; of `member` this text stands in it as it
   * came (an API that wraps a message in an event keeps the message's own text).
   */
  readonly bytes: Buffer;
  readonly keeps: 'whole' | 'member';
  readonly type: string;
}

/** A context as a runtime received it. */
export interface ServedCall {
  readonly tenant: string;
  readonly conversation: string;
  readonly callId: string;
  readonly target: string;
  readonly model: string;
  /** Tokens that it was to fit in. */
  readonly budget: number;
  /** The body's exact bytes. */
  readonly body: Buffer;
  /** As the answer said. */
  readonly sha256: string;
  readonly tokens: number;
  readonly position: number;
  /** The rest of a JSON answer; null where the bytes alone were asked for. */
  readonly answer: ServedAnswer | null;
  /** The event that it had to hold. */
  readonly after: string | null;
}

export interface ServedAnswer {
  readonly segments: readonly {
    readonly event: string;
    readonly kind: string;
    readonly role: string;
    readonly tokens: number;
  }[];
  readonly degraded: readonly { readonly code: string }[];
  readonly losses: readonly { readonly code: string }[];
}

/** A record that is not as it should be, and what must become of it. */
export interface ExpectedFate {
  readonly fate: 'ignored' | 'refused' | 'parked' | 'duplicate' | 'conflict' | 'unreadable';
  /** The stable code, where one is told. */
  readonly code: string | null;
  readonly tenant: string | null;
  readonly conversation: string | null;
  /** Of a record that has one of its own. */
  readonly id: string | null;
  /** Where the producer was told that it lies. */
  readonly place: { readonly partition: number; readonly offset: number } | null;
  readonly value: Buffer | null;
}

/** A stretch of a partition, `to` apart, and the events that lay there. */
export interface GivenUp {
  readonly partition: number;
  readonly from: number;
  readonly to: number;
  readonly events: readonly { readonly tenant: string; readonly conversation: string; readonly id: string }[];
}

/** What is known outside of the system: its promises are held against this alone. */
export class Truth {
  readonly acknowledged: Acknowledged[] = [];
  readonly served: ServedCall[] = [];
  readonly fates: ExpectedFate[] = [];
  /** Answers that were looked through for the canaries of other tenants, and where one was found. */
  looked = 0;
  readonly leaks: string[] = [];
  /** Refusals that nobody should have got, in sentences. */
  readonly unexpected: string[] = [];
  /** How often each answer was given to runtimes and producers, by what was done and the code. */
  readonly answers = new Map<string, number>();
  /** Places of the log that an operator gave up: what lay there need not be in the journal. */
  readonly givenUp: GivenUp[] = [];
  private readonly lost = new Set<string>();
  /** Conversations (`tenant/conversation`) with an event that was given up: nothing may be left of one. */
  readonly bereft = new Set<string>();
  /** Conversations (`tenant/conversation`) whose bad records park them on purpose. */
  readonly disturbed = new Set<string>();

  constructor(private readonly tenants: readonly string[]) {}

  /** Looks for other tenants' canaries in what a tenant was given. */
  saw(tenant: string, what: string, bytes: Buffer): void {
    this.looked += 1;
    for (const other of this.tenants) {
      if (other !== tenant && bytes.includes(canaryOf(other)))
        this.leaks.push(`${tenant} saw ${other}'s canary in ${what}`);
    }
  }

  acknowledge(event: Acknowledged): void {
    this.acknowledged.push(event);
  }

  giveUp(places: readonly GivenUp[]): void {
    this.givenUp.push(...places);
    for (const event of places.flatMap(({ events }) => events)) {
      this.lost.add(nameOf(event));
      this.bereft.add(`${event.tenant}/${event.conversation}`);
    }
  }

  /** Whether an event lay in a place that was given up. */
  isLost(event: Pick<Acknowledged, 'tenant' | 'conversation' | 'id'>): boolean {
    return this.lost.has(nameOf(event));
  }

  expect(fate: ExpectedFate): void {
    this.fates.push(fate);
  }

  answered(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}

function nameOf({ tenant, conversation, id }: Pick<Acknowledged, 'tenant' | 'conversation' | 'id'>): string {
  return JSON.stringify([tenant, conversation, id]);
}

/** What a tenant's messages carry and nobody else may ever see. */
export function canaryOf(tenant: string): string {
  return `canary-${tenant}-7f3a91`;
}
