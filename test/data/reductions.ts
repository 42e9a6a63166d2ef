import {
  modelEntrySchema,
  VerbatimError,
  type Mechanism,
  type ModelEntry,
  type ResolvedModel,
} from '@verbatim/conversation';
import type { OwedWork } from '@verbatim/owed-work';
import type { ContextRig, Rendered } from '../support/in-process/context-rig';
import type { FoldedConversation } from '../support/in-process/folded-conversation';
import { isRefusal } from '../support/in-process/refusals';
import { counted, raise } from '../support/in-process/tally';
import { workOff } from '../support/in-process/work-off';
import type { Recording } from './data-sets';
import { PrefixShare } from './prefix-share';
import { SaidSoFar } from './said-so-far';
import { notSummarisedOnce } from './summarised-once';

/** Every preset, as its source would run it; those without a reduction of their own with results filtered as well. */
export const presets = {
  'window-only': { preset: 'window-only' },
  agentkit: { preset: 'agentkit', toolResults: { preset: 'react' } },
  'agentkit, often': {
    preset: 'agentkit',
    summarization: { triggerAt: 20, keepRecent: 6, retriggerAt: 12 },
    toolResults: { preset: 'browser' },
  },
  'layers merged': {
    history: { triggerAt: 12, keepRecent: 4, retriggerAt: 8, mergeSummariesAt: 4 },
    plugins: ['default', 'role-pair-enforcer'],
  },
  'hpd-counting': { preset: 'hpd-counting' },
  'hpd-summarizing': { preset: 'hpd-summarizing' },
  'hpd token-based': { preset: 'hpd-summarizing', strategy: 'token-based' },
  chainlite: { preset: 'chainlite' },
  'chainlite auto': {
    preset: 'chainlite',
    compaction: {
      postRun: { mode: 'auto' },
      inRun: { mode: 'simple' },
    },
  },
  'agent-zero': {
    preset: 'agent-zero',
    newTopicOn: 'user-message',
    limitRequests: null,
    limitInput: null,
    limitOutput: null,
  },
  'agent-mcp': { preset: 'agent-mcp' },
} as const satisfies Record<string, object>;
export type PresetName = keyof typeof presets;

export const windows = [4_096, 8_192, 32_768, 131_072] as const;

/** What became of recordings under one preset in one window. */
export class ReductionFigures {
  messages = 0;
  contexts = 0;
  served = 0;
  raw = 0;
  requests = 0;
  found = 0;
  carried = 0;
  readonly refused = new Map<string, number>();
  readonly degraded = new Map<string, number>();
  readonly problems: string[] = [];

  readonly prefix = new PrefixShare();

  requestsPerHundred(): number {
    return (100 * this.requests) / this.messages;
  }

  /** All in one line, for a table. */
  line(): string {
    const figures = [
      `${this.messages} messages`,
      `${this.contexts} contexts`,
      `served ${percent(this.served, this.raw)} of ${Math.round(this.raw / Math.max(this.contexts, 1))} tokens`,
      `${this.requestsPerHundred().toFixed(1)} requests a hundred messages`,
      `prefix ${percent(this.prefix.share(), 1)}`,
      `identifiers carried ${this.found === 0 ? 'none to carry' : percent(this.carried, this.found)}`,
      `refused ${counted(this.refused) || 'none'}`,
      `degraded ${counted(this.degraded) || 'none'}`,
      `${this.problems.length} problems`,
    ];
    return figures.join(', ');
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

export function modelOf(window: number): ResolvedModel {
  const entry: ModelEntry = modelEntrySchema.parse({
    id: `window-${window}`,
    provider: 'openai',
    maxContext: { tokens: window },
    encoding: 'o200k_base',
  });
  return { requested: entry.id, entry };
}

export interface Replayed {
  readonly rig: ContextRig;
  readonly conversation: FoldedConversation;
  readonly works: Readonly<Record<Mechanism, OwedWork>>;
  readonly model: ResolvedModel;
}

/** Says a recording message by message; before each reply all owed work is done and a context is asked for. */
export async function replay(
  { name, messages }: Recording,
  preset: PresetName,
  { rig, conversation, works, model }: Replayed,
  figures: ReductionFigures,
): Promise<void> {
  const said = new SaidSoFar(messages);
  const count = await rig.counter.counter('o200k_base');
  conversation.fold({ type: 'ModelSwitched', data: { to: model.requested, entry: { ...model.entry } } });
  conversation.assign(presets[preset]);
  for (const [index, message] of messages.entries()) {
    const at = `${name}, ${preset}, ${model.requested}, before message ${index}`;
    if (isAsked(message, index)) {
      await workOff(conversation, works);
      const rendered = await contextOf({ rig, conversation, works, model }, at, figures);
      if (rendered !== null) {
        const broken = said.brokenBy(rendered, 'openai-chat', conversation, count);
        figures.problems.push(...broken.map((rule) => `${at}: ${rule}`));
      }
    }
    await conversation.append(JSON.stringify(message));
    figures.messages += 1;
  }
  const wrong = notSummarisedOnce(conversation.ws.checkpoints());
  figures.problems.push(...wrong.map((problem) => `${name}, ${preset}, ${model.requested}: ${problem}`));
  for (const { record, status } of conversation.ws.checkpoints()) {
    if (status === 'refused') figures.problems.push(`${name}, ${preset}: a summary was refused`);
    figures.found += record.loss?.found ?? 0;
    figures.carried += record.loss?.carried ?? 0;
  }
}

/** A model is asked before each reply; where many people speak, now and then. */
function isAsked({ role }: Recording['messages'][number], index: number): boolean {
  return index > 0 && (role === 'assistant' || index % 8 === 0);
}

async function contextOf(
  { rig, conversation, model }: Replayed,
  at: string,
  figures: ReductionFigures,
): Promise<Rendered | null> {
  try {
    const rendered = await rig.render(conversation, 'openai-chat', { model });
    figures.contexts += 1;
    figures.served += rendered.tokens;
    figures.raw += wholeOf(conversation, model);
    figures.prefix.add(conversation.id, rendered.segments);
    for (const { code } of rendered.degraded) raise(figures.degraded, code);
    return rendered;
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    raise(figures.refused, error.code);
    if (!isRefusal(error)) figures.problems.push(`${at}: ${error.code}: ${error.message}`);
    return null;
  }
}

/** Tokens of all that was said, as one body without any reduction. */
function wholeOf({ ws }: FoldedConversation, { entry: { overhead } }: ResolvedModel): number {
  const items = ws.items();
  const content = items.reduce((sum, { tokens }) => sum + tokens, 0);
  return content + items.length * overhead.perMessage + overhead.perRequest;
}
