import {
  countedWithin,
  summariesWithin,
  tierHints,
  tiersOf,
  type Bulk,
  type CompactionDemand,
  type Topic,
  type WorkingSet,
} from '@verbatim/conversation';
import type {
  CompactionRequest,
  CompactionRequests,
  ConversationKey,
  ConversationReader,
} from '@verbatim/conversation-store';
import type { z } from 'zod';
import { conversationNotFound } from './history-service';
import type { compactionSchema, topicSchema, TopicsAnswer } from './topics-schema';

type TopicView = z.infer<typeof topicSchema>;

/** Topics and bulks of a conversation, and what operators ask to be done about them (SPEC 5). */
export class TopicsService {
  constructor(
    private readonly reader: ConversationReader,
    private readonly requests: Pick<CompactionRequests, 'ask' | 'of'>,
  ) {}

  /** @throws VerbatimError `conversation-not-found` */
  async topics(key: ConversationKey): Promise<TopicsAnswer> {
    const requests = await this.requests.of(key);
    const compactions = await Promise.all(requests.map((request) => this.compaction(key, request)));
    // Read last, so that what is said to be applied is in them.
    const tiers = await this.reader.decide(key, viewOf);
    if (!tiers) throw conversationNotFound(key);
    return { ...tiers, next: null, compactions };
  }

  /** The summarizer takes one step; asked again before it did, it is the same request. */
  async compact(key: ConversationKey, what: CompactionDemand | null): Promise<{ id: number }> {
    if (!(await this.reader.head(key))) throw conversationNotFound(key);
    return { id: await this.requests.ask(key, what) };
  }

  private async compaction(
    key: ConversationKey,
    { requestedAt, state, ...request }: CompactionRequest,
  ): Promise<z.infer<typeof compactionSchema>> {
    const about = { ...request, requestedAt: requestedAt.toISOString() };
    if (state !== 'done' || request.event === null)
      return { ...about, state: state === 'done' ? 'applied' : state };
    const fate = await this.reader.fate(key, request.event);
    if (fate.kind !== 'journaled') return { ...about, state: 'published' };
    return { ...about, state: fate.status === 'applied' ? 'applied' : 'refused' };
  }
}

function viewOf(ws: WorkingSet): Pick<TopicsAnswer, 'items' | 'budget' | 'degraded'> {
  const tiers = tiersOf(ws.head);
  if (!tiers) return { items: [], budget: null, degraded: [] };
  const { budgets, used, current, historical, bulks } = tiers;
  const items = [
    ...bulks.map((bulk) => tierView(ws, 'bulk', { parent: null, related: [], ...bulk })),
    ...historical.map((topic) => tierView(ws, 'historical', topic)),
    ...[current ?? pending(ws)].flatMap((topic) => (topic ? [tierView(ws, 'current', topic)] : [])),
  ];
  return {
    items,
    budget: { ...budgets, used },
    degraded: tierHints(ws.head).filter(({ code }) => code === 'tiers-over-budget'),
  };
}

/** One that was started and has no message yet. */
function pending({ head }: WorkingSet): Topic | null {
  return head.tiers.next && { ...head.tiers.next, stretches: [], tokens: 0 };
}

type Tier = Pick<Topic, 'id' | 'title' | 'parent' | 'related' | 'tokens'> & {
  readonly stretches: (Topic | Bulk)['stretches'];
};

function tierView(ws: WorkingSet, kind: TopicView['kind'], tier: Tier): TopicView {
  const { id, title, parent, related, tokens } = tier;
  const ranges = tier.stretches.map(({ from, to }) => ({ from, to: to ?? ws.head.unpinned }));
  const live = ranges.flatMap((range) => countedWithin(ws.head, range));
  const summaries = ranges.flatMap((range) => summariesWithin(ws, range).map(({ summary }) => summary ?? ''));
  return {
    id,
    kind,
    title,
    parent,
    related: [...related],
    ranges,
    messages: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
    tokens,
    state: summaries.length === 0 ? 'full' : live.length === 0 ? 'summarized' : 'compressed',
    summary: summaries.length === 0 ? null : summaries.join('\n\n'),
  };
}
