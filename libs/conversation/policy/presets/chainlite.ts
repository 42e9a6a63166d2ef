import { z } from 'zod';
import { historyPart } from '../parts/history';
import { optional, part } from '../parts/part';
import { generic } from '../parts/parts';
import { inRunShape, postRunShape } from '../parts/tool-results';
import { plain, type Preset } from './preset';
import { translated, type Spellings } from './spelling';

const sourceNames = {
  truncation_threshold: postRunShape.truncationThreshold,
  start_run: postRunShape.startRun,
  summarizor_config_path: postRunShape.summarizerPath,
  summarizor_config_dict: optional(
    part({
      llm_model_name: optional(z.string().min(1).describe('The model.')),
      system_prompt: optional(z.string().max(32_768).describe('What the model is told to do.')),
    }).describe('Who writes the summaries of mode `custom`.'),
  ),
};
const postRun = part({ ...postRunShape, ...sourceNames }, 'ChainlitePostRun')
  .nullable()
  .describe('What is done when a run ends.');
const inRun = part(
  {
    ...inRunShape,
    ...sourceNames,
    start_iter: inRunShape.startIter,
    max_concurrency: inRunShape.maxConcurrency,
  },
  'ChainliteInRun',
)
  .nullable()
  .describe('What is done inside of a run.');

const configuration = optional(
  part(
    {
      postRun: optional(postRun),
      inRun: optional(inRun),
      post_run_compaction: optional(postRun),
      in_run_compaction: optional(inRun),
    },
    'ChainliteCompaction',
  )
    .nullable()
    .describe('What becomes of long tool outputs.'),
);

export const chainliteDocument = part(
  {
    preset: z
      .literal('chainlite')
      .describe('The preset: what is left out below is as the source system has it.'),
    ...generic(historyPart.nullable()),
    compaction: configuration,
    history_truncator_config: configuration,
  },
  'ChainliteDocument',
);

const settings: Spellings = {
  '': [''],
  '.enabled': ['.enabled'],
  '.mode': ['.mode'],
  '.truncationThreshold': ['.truncationThreshold', '.truncation_threshold'],
  '.startRun': ['.startRun', '.start_run'],
  '.startIter': ['.startIter', '.start_iter'],
  '.maxConcurrency': ['.maxConcurrency', '.max_concurrency'],
  '.summarizerPath': ['.summarizerPath', '.summarizor_config_path'],
  '.summarizer': ['.summarizer', '.summarizor_config_dict'],
  '.summarizer.model': ['.summarizer.model', '.summarizor_config_dict.llm_model_name'],
  '.summarizer.systemPrompt': ['.summarizer.systemPrompt', '.summarizor_config_dict.system_prompt'],
  ...Object.fromEntries(
    ['provider', 'baseUrl', 'keyReference', 'maxContext', 'limitRequests', 'limitInput', 'limitOutput'].map(
      (name) => [`.summarizer.${name}`, [`.summarizer.${name}`]],
    ),
  ),
};

const containers = ['compaction', 'history_truncator_config'];
const spellings: Spellings = Object.fromEntries([
  ['toolResults.compaction', containers],
  ...Object.entries({ postRun: 'post_run_compaction', inRun: 'in_run_compaction' }).flatMap(
    ([ours, theirs]) =>
      Object.entries(settings).map(([setting, names]) => [
        `toolResults.compaction.${ours}${setting}`,
        containers.flatMap((container) =>
          [ours, theirs].flatMap((name) => names.map((spelled) => `${container}.${name}${spelled}`)),
        ),
      ]),
  ),
]);

/** ChainLite (SPEC 4): named alone it cuts long outputs when their run ends; once its part is written, that says all. */
export function chainlite(document: z.infer<typeof chainliteDocument>): Preset {
  const alone = document.compaction === undefined && document.history_truncator_config === undefined;
  const compaction = alone ? { postRun: {} } : {};
  return {
    ...plain,
    parts: translated(document, spellings, { toolResults: { compaction } }),
    spellings,
  };
}
