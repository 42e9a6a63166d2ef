import { z } from 'zod';
import { historyPart } from '../parts/history';
import { optional, part } from '../parts/part';
import { generic, type Parts } from '../parts/parts';
import { summarizerShape } from '../parts/summarizer';
import { plain, type Preset } from './preset';
import { otherUnit, translated, type Spellings } from './spelling';

export const hpdDocument = part(
  {
    preset: z
      .enum(['hpd-counting', 'hpd-summarizing'])
      .describe('The preset: what is left out below is as the source system has it.'),
    ...generic(historyPart.nullable()),
    strategy: optional(
      z
        .enum(['message-counting', 'summarizing', 'token-based'])
        .describe('Whether messages are counted and cut, counted and summarised, or tokens counted.'),
    ),
    targetMessageCount: optional(z.int().min(1).describe('Messages that stay.')),
    summarizationThreshold: optional(
      z.int().min(0).nullable().describe('Messages over the target before the next reduction; null is 0.'),
    ),
    targetTokenCount: optional(z.int().min(1).describe('Tokens that stay.')),
    thresholdTokenCount: optional(
      z.int().min(0).describe('Tokens over the target before the next reduction.'),
    ),
    useSingleSummary: optional(z.boolean().describe('Whether each summary takes the earlier one in.')),
    summarizerProvider: optional(
      part({ ...summarizerShape, modelName: optional(z.string().min(1).describe('The model.')) })
        .nullable()
        .describe('Who writes the summaries; null is the installation’s own.'),
    ),
  },
  'HpdDocument',
);
type HpdDocument = z.infer<typeof hpdDocument>;

/** The source's two ways of counting: its target, and the slack before the next reduction. */
const counts = {
  messages: ['targetMessageCount', 'summarizationThreshold'],
  tokens: ['targetTokenCount', 'thresholdTokenCount'],
} as const;

const summarizer: Spellings = {
  'history.summarizer': ['summarizerProvider'],
  'history.summarizer.model': ['summarizerProvider.model', 'summarizerProvider.modelName'],
  ...Object.fromEntries(
    Object.keys(summarizerShape)
      .filter((name) => name !== 'model')
      .map((name) => [`history.summarizer.${name}`, [`summarizerProvider.${name}`]]),
  ),
};

/**
 * `hpd-counting` and `hpd-summarizing` (SPEC 2), which differ in the default of `strategy` alone: reduce when live is
 * over target + threshold, every time, and keep the target. `token-based` is the same rule counted in tokens, with a
 * summary or without as the preset's name says.
 */
export function hpd(document: HpdDocument): Preset {
  const counted = document.strategy === 'token-based' ? 'tokens' : 'messages';
  const { history } = document;
  const unit = (history?.kind !== 'tiers' && history?.unit) || counted;
  const [target, threshold] = counts[counted];
  const thresholds = {
    'history.triggerAt': [
      document[threshold] === undefined && document[target] !== undefined ? target : threshold,
    ],
    'history.keepRecent': [target],
  };
  return {
    ...plain,
    parts: translated(document, summarizer, { history: reduction(document, unit === counted ? unit : null) }),
    spellings: {
      ...summarizer,
      ...thresholds,
      'history.mode': ['useSingleSummary'],
      'history.summary': ['strategy'],
    },
    retriggerAt: (_, triggerAt) => triggerAt,
    problems: [
      ...otherUnit(document, counts.messages, { counts: 'messages', unit }),
      ...otherUnit(document, counts.tokens, { counts: 'tokens', unit }),
    ],
  };
}

function reduction(document: HpdDocument, unit: 'messages' | 'tokens' | null): NonNullable<Parts['history']> {
  const [target, threshold] =
    unit === 'tokens'
      ? [document.targetTokenCount ?? 8000, document.thresholdTokenCount ?? 1000]
      : [
          document.targetMessageCount ?? 20,
          document.summarizationThreshold ?? (document.summarizationThreshold === null ? 0 : 5),
        ];
  return {
    kind: 'checkpoints',
    ...(unit === null ? {} : { unit, triggerAt: target + threshold + 1, keepRecent: target }),
    summary: summarizes(document) ? 'llm' : 'none',
    mode: (document.useSingleSummary ?? true) ? 'single' : 'layered',
    summaryRole: 'assistant',
  };
}

function summarizes({ preset, strategy }: HpdDocument): boolean {
  if (strategy === undefined || strategy === 'token-based') return preset === 'hpd-summarizing';
  return strategy === 'summarizing';
}
