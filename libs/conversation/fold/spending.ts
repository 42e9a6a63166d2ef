import type { RecordedEvent, SummaryRecord } from '../events';
import type { Spending } from '../state';
import type { Draft } from './draft';

/** Summarisers that are named; what more of them cost is added up under one name, so that the state stays small. */
const MOST_NAMED = 50;
const OTHERS = 'others';
const LONGEST_NAME = 256;

/** Adds what the event's summaries cost, also where the event is refused. */
export function countSpending(draft: Draft, event: RecordedEvent): void {
  const spent = spentOn(event).filter(({ calls, inputTokens, outputTokens }) => {
    return calls + inputTokens + outputTokens > 0;
  });
  if (spent.length > 0) draft.update({ spending: spent.reduce(added, draft.head.spending) });
}

/** The head's size depends on how many models wrote summaries, not on how many summaries there are. */
function added(sums: readonly Spending[], spent: Spending): readonly Spending[] {
  const before = sums.find(({ summarizer }) => summarizer === spent.summarizer);
  if (!before) {
    const isNamed = spent.summarizer === OTHERS || sums.length < MOST_NAMED;
    return isNamed ? [...sums, spent] : added(sums, { ...spent, summarizer: OTHERS });
  }
  const sum = {
    summarizer: spent.summarizer,
    calls: before.calls + spent.calls,
    inputTokens: before.inputTokens + spent.inputTokens,
    outputTokens: before.outputTokens + spent.outputTokens,
  };
  return sums.map((each) => (each === before ? sum : each));
}

interface Cost extends Pick<SummaryRecord, 'calls' | 'asked'> {
  readonly summarizer?: string | null | undefined;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | null | undefined;
}

function spentOn(event: RecordedEvent): Spending[] {
  switch (event.type) {
    case 'CheckpointCreated':
    case 'TopicSummarized':
    case 'BulksMerged':
      return spendingOf(event.data);
    case 'ToolResultsFiltered':
      return event.data.results.flatMap(spendingOf);
    default:
      return [];
  }
}

/** An event of before calls were counted took one where it names tokens. */
function spendingOf({ summarizer, asked, calls, usage }: Cost): Spending[] {
  const name = asked ?? summarizer ?? null;
  if (name === null) return [];
  return [
    {
      summarizer: name.length > LONGEST_NAME ? OTHERS : name,
      calls: calls ?? (usage ? 1 : 0),
      inputTokens: usage?.inputTokens ?? 0,
      outputTokens: usage?.outputTokens ?? 0,
    },
  ];
}
