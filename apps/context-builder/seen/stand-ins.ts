import {
  placeholderText,
  replacementOf,
  type Head,
  type Item,
  type Replacement,
} from '@verbatim/conversation';
import type { Receipt, ReceiptSegment } from '../serving/receipt';
import type { Reason, SeenCall } from './seen-call';

/** Why something else stands in the place of a message, and what the message itself would take. */
export interface StandIn extends Reason {
  /** In the policy's encoding; null where there is no message behind it. */
  readonly tokens: number | null;
}

/** Of a replacement: what decided it. `words` is what it says. Null of every other segment. */
export function standIn(segment: ReceiptSegment, words: string, call: SeenCall): StandIn | null {
  if (segment.kind !== 'replacement') return null;
  const { event, metadata } = segment;
  const item = call.items.get(event) ?? null;
  const missing = metadata?.['missingResult'];
  if (missing !== undefined) {
    const detail = `no result came for the call ${String(missing)}`;
    return { code: 'missing-result', detail, tokens: null };
  }
  const reason =
    byPlugin(segment, call.receipt) ??
    (item === null ? null : byPolicy(item, call.fold.ws.head)) ??
    byBudget(segment, words, call);
  return { ...reason, tokens: reason.code === 'lead-added' ? null : (item?.tokens ?? null) };
}

function byPlugin({ event, metadata }: ReceiptSegment, { plugins }: Receipt): Reason | null {
  for (const { name, effects } of plugins) {
    if (effects.some(({ merged }) => merged.some(({ id }) => id === event))) {
      const joined = metadata?.['merged'];
      const count = Array.isArray(joined) ? joined.length : 'several';
      return { code: 'plugin-merged', detail: `the plugin ${name} joined ${count} messages` };
    }
    if (effects.some(({ cut }) => cut.some(({ id }) => id === event))) {
      return { code: 'plugin-cut', detail: `the plugin ${name} shortened it` };
    }
  }
  return null;
}

function byPolicy(item: Item, head: Head): Reason | null {
  const results = item.answers.map((_, answer) => item.firstResult + answer);
  if (results.some((result) => result <= head.omittedThrough)) {
    const kept = head.policy.document.toolResults?.keepRecent ?? 0;
    const figure = kept === 1 ? 'result' : `${kept} results`;
    const detail =
      kept === 0 ? 'an earlier policy omitted it' : `the policy keeps the last ${figure} of tools`;
    return { code: 'result-omitted', detail };
  }
  const replacements = [null, ...item.answers.keys()].map((answer) => replacementOf(item, answer));
  const replacement = replacements.find((each) => each !== undefined);
  return replacement ? ofReplacement(replacement) : null;
}

function ofReplacement({ mode, characters, event }: Replacement): Reason {
  const about = event === null ? {} : { event };
  const figure = characters.toLocaleString('en-US');
  switch (mode) {
    case 'summarized':
      return { code: 'result-summarised', ...about, detail: 'a summary of the tool result stands for it' };
    case 'truncated':
      return { code: 'truncated', ...about, detail: `the policy keeps its first ${figure} characters` };
    case 'cut':
      return {
        code: 'middle-cut',
        ...about,
        detail: `the policy keeps ${figure} characters: its beginning and its end`,
      };
  }
}

function byBudget({ event }: ReceiptSegment, words: string, { receipt, fold }: SeenCall): Reason {
  const lead = receipt.repairs.find((repair) => repair.code === 'lead-added' && repair.event === event);
  if (lead) return { code: lead.code, detail: lead.detail };
  const isOmitted = words === placeholderText(fold.ws.head.placeholder, event);
  const shortened = ['results-truncated', 'compaction-pending'];
  const codes = isOmitted ? ['results-omitted'] : shortened;
  // What it says may not tell: a result of other content than text has no words.
  const said =
    receipt.degraded.find(({ code }) => codes.includes(code)) ??
    receipt.degraded.find(({ code }) => code === 'results-omitted' || shortened.includes(code));
  const budget = receipt.limits.tokens.toLocaleString('en-US');
  if (said) return { code: said.code, detail: `${said.detail}: the budget holds ${budget} tokens` };
  return { code: 'unexplained', detail: 'nothing on record says why' };
}
