/** A stretch of a topic's messages, by ordinals; `to` is null while the topic goes on there. */
export interface TopicStretch {
  readonly from: number;
  readonly to: number | null;
}

/** What an event says of a topic that it opens. */
export interface TopicOpening {
  readonly id: string;
  readonly title: string | null;
  readonly parent: string | null;
  readonly related: readonly string[];
  /** Position of the event that started it; null where the conversation's first message did, or a policy. */
  readonly startedAt: number | null;
}

/** A topic that is current or historical (SPEC 5). */
export interface Topic extends TopicOpening {
  /** Oldest first; several where it became current again. */
  readonly stretches: readonly TopicStretch[];
  /** As shown: messages with what stands for them, and summaries, without any overhead. Exempt messages count nothing. */
  readonly tokens: number;
}

/** One or more topics of the past, shown as their summaries. */
export interface Bulk {
  readonly id: string;
  readonly title: string | null;
  readonly topics: number;
  /** Ordinals, end exclusive, oldest first. */
  readonly stretches: readonly { readonly from: number; readonly to: number }[];
  readonly tokens: number;
}

/** The tiers of a conversation. As small as the budgets of its policy: what left the view is in the journal alone. */
export interface Tiers {
  /** Oldest first; the last one is current. Empty before the first message. */
  readonly topics: readonly Topic[];
  /** Oldest first. */
  readonly bulks: readonly Bulk[];
  /** Started, and begins with the next message that no open group claims. */
  readonly next: TopicOpening | null;
  /** True while a step is wanted and can be taken. */
  readonly due: boolean;
}

export const noTiers: Tiers = { topics: [], bulks: [], next: null, due: false };
