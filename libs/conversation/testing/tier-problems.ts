import { planTiers, tiersDue, tiersWanted } from '../decide';
import { tiersHistory } from '../policy';
import { isCounted, isLive, shownTokens, type TopicStretch } from '../state';
import type { Conversation } from './conversation';

/** What does not hold of the tiers now, from the rows alone: one tier for each live message, figures that add up, due work. */
export function tierProblems(conversation: Conversation): string[] {
  const { head, ws } = conversation;
  const { topics, bulks } = head.tiers;
  const tiers = [...topics, ...bulks];
  if (tiersHistory(head.policy.document) === null)
    return tiers.map(({ id }) => `${id} without a policy for it`);
  const stretches = tiers.flatMap((tier): readonly TopicStretch[] => tier.stretches);
  const places = Array.from({ length: head.unpinned }, (_, ordinal) => ordinal).flatMap((ordinal) => {
    const holding = stretches.filter(({ from, to }) => from <= ordinal && ordinal < (to ?? Infinity)).length;
    const isRight = isLive(head.coverage, ordinal) ? holding === 1 : holding <= 1;
    return isRight ? [] : [`message ${ordinal} is in ${holding} tiers`];
  });
  const figures = tiers.flatMap((tier) => {
    const recount = tier.stretches.reduce((sum, stretch) => sum + tokensOf(conversation, stretch), 0);
    return tier.tokens === recount ? [] : [`${tier.id} has ${tier.tokens} tokens, not ${recount}`];
  });
  const isForgotten = planTiers(ws) !== null && tiersWanted(head) && !tiersDue(head);
  return [...places, ...figures, ...(isForgotten ? ['a step is wanted, possible and not due'] : [])];
}

function tokensOf({ ws, head }: Conversation, { from, to }: TopicStretch): number {
  const end = to ?? head.unpinned;
  const items = ws.items().filter(({ ordinal }) => ordinal !== null && from <= ordinal && ordinal < end);
  const messages = items.filter(({ ordinal }) => isCounted(head.coverage, ordinal ?? 0));
  const summaries = ws.checkpoints().filter(({ status, summary, range: { messages: range } }) => {
    return status === 'active' && summary !== null && from <= range.from && range.to <= end;
  });
  return (
    messages.reduce((sum, item) => sum + shownTokens(item, head.omittedThrough), 0) +
    summaries.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0)
  );
}
