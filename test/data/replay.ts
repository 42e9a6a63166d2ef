import { formatNames, VerbatimError, type FormatName } from '@verbatim/conversation';
import { ContextRig, type Asked } from '../support/in-process/context-rig';
import type { FoldedConversation } from '../support/in-process/folded-conversation';
import { isRefusal } from '../support/in-process/refusals';
import { raise, Tally } from '../support/in-process/tally';
import type { Recording } from './data-sets';
import { dataTextsOf } from './re-encoded';
import { SaidSoFar } from './said-so-far';

/** Policies that summarise often, omit results and hold little; each with what is asked for. */
const presets = {
  agentkit: {
    document: {
      preset: 'agentkit',
      summarization: { triggerAt: 20, keepRecent: 6, retriggerAt: 12 },
      toolResults: { keepRecent: 3, placeholder: '[Omitted, see {ref}]' },
    },
    asked: {},
  },
  'hpd-summarizing': {
    document: { preset: 'hpd-summarizing', targetMessageCount: 12, summarizationThreshold: 4 },
    asked: { budget: { tokens: 24_000 } },
  },
  'window-only, react': {
    document: { preset: 'window-only', toolResults: { preset: 'react' }, window: { maxMessages: 30 } },
    asked: { budget: { tokens: 8_000 } },
  },
} satisfies Record<string, { document: object; asked: Asked }>;

export type Preset = keyof typeof presets;
export const presetNames = Object.keys(presets) as Preset[];

/** What became of the recordings that came in one format, under one preset. */
export class Figures {
  messages = 0;
  readonly problems: string[] = [];
  readonly tallies = new Map(formatNames.map((target) => [target, new Tally()] as const));
}

const rig = new ContextRig();

/** Says a recording message by message, in a format, and asks for a context of every target after each. */
export async function replay(recording: Recording, source: FormatName, preset: Preset, figures: Figures) {
  const said = new SaidSoFar(recording.messages);
  const conversation = rig.conversation(recording.name);
  conversation.assign(presets[preset].document);
  for (const [index, dataText] of (await dataTextsOf(rig, recording, source)).entries()) {
    const at = `${recording.name} as ${source}, ${preset}, after message ${index}`;
    const refusal = await conversation.append(dataText);
    if (refusal !== null) figures.problems.push(`${at}: it is not read: ${refusal}`);
    conversation.settle();
    figures.messages += 1;
    for (const [target, tally] of figures.tallies) {
      const problems = await problemsOf(conversation, target, presets[preset].asked, said, tally);
      figures.problems.push(...problems.map((problem) => `${at}, ${target}: ${problem}`));
    }
  }
}

async function problemsOf(
  conversation: FoldedConversation,
  target: FormatName,
  asked: Asked,
  said: SaidSoFar,
  tally: Tally,
): Promise<string[]> {
  try {
    const rendered = await rig.render(conversation, target, asked);
    tally.add(rendered);
    return said.brokenBy(rendered, target, conversation, await rig.counter.counter('o200k_base'));
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    raise(tally.refused, error.code);
    return isRefusal(error) ? [] : [`${error.code}: ${error.message}`];
  }
}
