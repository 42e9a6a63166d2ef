import { planTiers, tiersWanted, tokensWithin } from '../../decide';
import type { RecordedEvent } from '../../events';
import { tiersHistory } from '../../policy';
import { isCounted, noTiers, shownTokens, type Item, type TopicStretch, type WorkingSet } from '../../state';
import type { Draft } from '../draft';
import { openFirstTopic, placeMessage } from './topics';

/** Keeps topics, bulks and their tokens up with what an applied event changed; `before` is the state it came to. */
export function followTiers(draft: Draft, before: WorkingSet, event: RecordedEvent): void {
  if (tiersHistory(draft.head.policy.document) === null) {
    if (tiersHistory(before.head.policy.document) !== null) draft.update({ tiers: noTiers });
    return;
  }
  if (event.type === 'MessageAppended') placeMessage(draft, event);
  if (event.type === 'PolicyAssigned') openFirstTopic(draft, event);
  const changed = draft.changes().checkpoints.map(({ range }) => range.messages);
  if (event.type === 'PolicyAssigned') measure(draft, () => true);
  else if (changed.length > 0) measure(draft, (stretch) => changed.some((range) => meet(stretch, range)));
  else adjust(draft, before);
  settleDue(draft, event);
}

/** A message more takes no step away: only what was not possible before it is looked at again. */
function settleDue(draft: Draft, { type }: RecordedEvent): void {
  const { tiers } = draft.head;
  const isKnown = tiers.due && type === 'MessageAppended';
  const due = tiersWanted(draft.head) && (isKnown || planTiers(draft) !== null);
  if (due !== tiers.due) draft.update({ tiers: { ...tiers, due } });
}

/** Counts those tiers anew that the stretches say; it looks their live messages up. */
function measure(draft: Draft, isConcerned: (stretch: TopicStretch) => boolean): void {
  const tokensOf = <T extends { readonly stretches: readonly TopicStretch[]; readonly tokens: number }>(
    tier: T,
  ): T => {
    if (!tier.stretches.some(isConcerned)) return tier;
    const tokens = tier.stretches.reduce((sum, stretch) => sum + tokensWithin(draft, stretch), 0);
    return { ...tier, tokens };
  };
  const { tiers } = draft.head;
  const { topics, bulks } = tiers;
  draft.update({ tiers: { ...tiers, topics: topics.map(tokensOf), bulks: bulks.map(tokensOf) } });
}

/** While coverage stays as it was only messages change that came, or that are shown otherwise from now on. */
function adjust(draft: Draft, before: WorkingSet): void {
  const changed = new Map(draft.changes().items.map((item) => [item.position, item]));
  const { omittedThrough } = draft.head;
  for (let result = before.head.omittedThrough + 1; result <= omittedThrough; result += 1) {
    const item = draft.itemOfResult(result);
    if (item) changed.set(item.position, item);
  }
  for (const item of changed.values()) {
    const { ordinal } = item;
    if (ordinal === null || !isCounted(draft.head.coverage, ordinal)) continue;
    const known = before.item(item.position);
    const was = known ? shownTokens(known, before.head.omittedThrough) : 0;
    add(draft, ordinal, shownTokens(item, omittedThrough) - was);
  }
}

function add(draft: Draft, ordinal: Item['ordinal'] & number, tokens: number): void {
  if (tokens === 0) return;
  const { tiers } = draft.head;
  const holds = ({ from, to }: TopicStretch): boolean => from <= ordinal && (to === null || ordinal < to);
  const added = <T extends { readonly stretches: readonly TopicStretch[]; readonly tokens: number }>(
    tier: T,
  ): T => (tier.stretches.some(holds) ? { ...tier, tokens: tier.tokens + tokens } : tier);
  const { topics, bulks } = tiers;
  draft.update({ tiers: { ...tiers, topics: topics.map(added), bulks: bulks.map(added) } });
}

function meet({ from, to }: TopicStretch, range: { readonly from: number; readonly to: number }): boolean {
  return from < range.to && range.from < (to ?? Infinity);
}
