import { cutText, planDemanded, planTiers, type LargeCut, type TierDemand, type TierStep } from '../decide';
import { originalText } from '../context';
import type { EventData } from '../events';
import { countTokens, type Conversation } from './conversation';
import type { WrittenEvent } from './events';

/** Far more steps than any history of a test needs: who takes more goes round in circles. */
const MOST_STEPS = 500;

/** What a summarizer does until the tiers ask for nothing more, step by step; throws where the fold refuses its own plan. */
export function settleTiers(conversation: Conversation, summary = 'summary'): TierStep[] {
  const steps: TierStep[] = [];
  for (let step = planTiers(conversation.ws); step !== null; step = planTiers(conversation.ws)) {
    steps.push(step);
    if (steps.length > MOST_STEPS) throw new Error(`no end of steps: ${JSON.stringify(steps.slice(-3))}`);
    take(conversation, step, summary);
  }
  return steps;
}

/** One step that is asked for by name; null where there is none to take. */
export function takeDemanded(
  conversation: Conversation,
  demand: TierDemand | null,
  summary = 'summary',
): TierStep | null {
  const step = planDemanded(conversation.ws, demand);
  if (step) take(conversation, step, summary);
  return step;
}

function take(conversation: Conversation, step: TierStep, summary: string): void {
  conversation.append(eventOf(conversation, step, summary));
  const outcome = conversation.lastOutcome;
  if (outcome?.status !== 'applied')
    throw new Error(`${JSON.stringify(outcome)} for ${JSON.stringify(step)}`);
}

/** The event that puts a step on record. A summary takes a token for every four characters. */
export function eventOf(conversation: Conversation, step: TierStep, summary = 'summary'): WrittenEvent {
  const { head } = conversation;
  const decision = { basis: head.position, policyVersion: head.policy.version, attempt: head.attempts };
  const made = {
    ...decision,
    summary,
    summarizer: 'test',
    promptVersion: '1',
    tokensAfter: countTokens(summary),
    usage: null,
  };
  const { id } = step;
  switch (step.kind) {
    case 'large': {
      const messages = step.cuts.map((cut) => truncated(conversation, cut));
      return { type: 'MessagesTruncated', id, data: { messages, topic: step.topic, ...decision } };
    }
    case 'attention': {
      const how = { strategy: 'llm', mode: 'layered' } as const;
      return {
        type: 'CheckpointCreated',
        id,
        data: { ...rangeIn(step), ...how, topic: step.topic, ...made },
      };
    }
    case 'topic':
      return { type: 'TopicSummarized', id, data: { ...rangeIn(step), topic: step.topic, ...made } };
    case 'archive':
      return { type: 'TopicsArchived', id, data: { topics: [step.topic], bulks: [step.bulk], ...decision } };
    case 'merge': {
      const bulks = { bulks: [...step.bulks], bulk: step.bulk };
      return { type: 'BulksMerged', id, data: { ...rangeIn(step), ...bulks, ...made } };
    }
    case 'retire':
      return { type: 'BulkRetired', id, data: { bulk: step.bulk, ...decision } };
  }
}

function rangeIn({ range, supersedes, tokensBefore }: Extract<TierStep, { readonly supersedes: unknown }>) {
  return { range, supersedes: supersedes.map(({ id }) => id), tokensBefore };
}

function truncated(
  conversation: Conversation,
  { item, answer, characters, tokens }: LargeCut,
): EventData<'MessagesTruncated'>['messages'][number] {
  const message = conversation.messageAt(item.position);
  const replacement = cutText(originalText(message, answer), characters);
  return {
    message: item.eventId,
    position: item.position,
    ...(answer === null ? {} : { result: answer }),
    replacement,
    characters,
    tokensBefore: tokens,
    tokensAfter: countTokens(replacement),
  };
}
