import { checkpointHistory, compactionPolicy, type Head, type ResolvedModel } from '@verbatim/conversation';

export interface Warning {
  readonly code: string;
  readonly detail: string;
}

interface Circumstances {
  readonly head: Head;
  readonly model: ResolvedModel;
  /** The operator's ceiling over all policies, in messages. */
  readonly ceiling: number;
  /** Why summaries could not be had in earnest. */
  readonly faults: Iterable<string>;
  readonly complete: boolean;
  readonly parked: boolean;
}

/** What a person who tries a policy may not expect of it. */
export function trialWarnings({ head, model, ceiling, faults, complete, parked }: Circumstances): Warning[] {
  return [
    ...ceilings(head, model, ceiling),
    ...withoutEffect(head),
    ...openCalls(head),
    ...[...faults].map((detail) => ({ code: 'summarizer-unusable', detail })),
    ...(complete ? [] : [stopped]),
    ...(parked ? [behind] : []),
  ];
}

const stopped: Warning = {
  code: 'incomplete',
  detail:
    'the trial stopped before all due work was done; the real work goes on in the background until it is',
};

const behind: Warning = {
  code: 'parked',
  detail: 'the conversation is parked; events after the one that it stopped at are not taken into account',
};

function ceilings({ policy }: Head, { entry }: ResolvedModel, ceiling: number): Warning[] {
  const { window } = policy.document;
  const history = checkpointHistory(policy.document);
  const least = Math.min(ceiling, window.maxMessages, entry.maxContext.messages ?? Infinity);
  const warnings: Warning[] = [];
  if (window.maxMessages > ceiling) {
    const detail = `window.maxMessages is ${window.maxMessages}; contexts show ${ceiling} messages at most (VERBATIM_WINDOW_CEILING)`;
    warnings.push({ code: 'window-ceiling', detail });
  }
  if (window.maxTokens !== null && window.maxTokens > entry.maxContext.tokens) {
    const detail = `window.maxTokens is ${window.maxTokens}; ${entry.id} takes ${entry.maxContext.tokens} tokens at most`;
    warnings.push({ code: 'model-ceiling', detail });
  }
  if (history?.unit === 'messages' && history.triggerAt > least) {
    const detail = `the window shows ${least} messages, and the first checkpoint is due only at ${history.triggerAt}: what the window cuts meanwhile is in no summary`;
    warnings.push({ code: 'window-cuts-first', detail });
  }
  return warnings;
}

function withoutEffect(head: Head): Warning[] {
  const { toolResults } = head.policy.document;
  const compaction = compactionPolicy(head);
  const warnings: Warning[] = [];
  const add = (detail: string): unknown => warnings.push({ code: 'without-effect', detail });
  if (toolResults !== null && head.results === 0) {
    add('toolResults has no effect yet: the conversation has no tool results');
  } else if (toolResults?.keepRecent === 0 && toolResults.clearAtLeast > 0) {
    add('toolResults.clearAtLeast has no effect: with keepRecent 0 all tool results stay in full');
  }
  if (compaction && head.results > 0) {
    add(
      'toolResults.compaction leaves the tool results before it as they are; it acts on those that come later',
    );
  }
  const firstRun = Math.min(compaction?.postRun?.startRun ?? 0, compaction?.inRun?.startRun ?? Infinity);
  if (Number.isFinite(firstRun) && firstRun > head.run.number) {
    add(`toolResults.compaction begins at run ${firstRun}; the conversation is at run ${head.run.number}`);
  }
  return warnings;
}

function openCalls({ openGroups }: Head): Warning[] {
  const calls = openGroups.flatMap(({ pending }) => pending);
  if (calls.length === 0) return [];
  const detail = `these calls have no result yet and are shown with a placeholder: ${calls.join(', ')}`;
  return [{ code: 'open-calls', detail }];
}
