import { buildContext, noLimits, type FormatName } from '@verbatim/conversation';
import { roomy } from '@verbatim/conversation/testing';
import { canonical, format, messageTokens, readRecord } from '@verbatim/formats';
import { ENGINE, renderContext } from '../../apps/context-builder/serving/engine';
import type { RawSource } from '../../apps/context-builder/serving/raw-source';
import { renderEntry } from '../../apps/context-builder/serving/render-entry';
import { sha256Of } from '../../apps/context-builder/serving/sha256';
import { wholeMessages } from '../../apps/context-builder/serving/whole-messages';
import { dataTextsOf } from '../data/re-encoded';
import { modelFor, type ContextRig } from '../support/in-process/context-rig';
import type { FoldedConversation } from '../support/in-process/folded-conversation';
import { textOfLength, type Case } from './cases';
import { timed } from './timing';

/** A case as it is journaled when it comes in a format. */
export async function journaled(
  rig: ContextRig,
  each: Case,
  source: FormatName,
): Promise<FoldedConversation> {
  const conversation = rig.conversation(each.name, (number) =>
    textOfLength(each.summaryLength ?? 100, number),
  );
  if (each.policy) conversation.assign(each.policy);
  for (const dataText of await dataTextsOf(rig, each, source)) {
    const refusal = await conversation.append(dataText);
    if (refusal !== null) throw new Error(`${each.name} as ${source}: ${refusal}`);
    conversation.settle();
  }
  return conversation;
}

/** Milliseconds of reading the journal's records again, which every context does for those in its window. */
export function readAgain({ journal }: FoldedConversation): number {
  const records = journal.map((text) => ({ value: Buffer.from(text), headers: {}, key: null, origin: '' }));
  const noTokens = () => Promise.resolve(0);
  return timed(() => {
    for (const record of records) {
      const read = readRecord(record, noLimits);
      if (read.kind !== 'event') throw new Error(`not readable: ${read.kind}`);
      if (read.event.type === 'MessageAppended') void messageTokens(read.event.data, noTokens, 'openai');
    }
  }).ms;
}

export interface Served {
  /** Milliseconds by step; `fit` builds within a third of the tokens. */
  readonly steps: Readonly<
    Record<'build' | 'fit' | 'encode' | 'lead' | 'body' | 'check' | 'receipt', number>
  >;
  /** Of `renderContext`: all of them but `fit` and `receipt`. */
  readonly whole: number;
  /** Of parsing and writing the same body as JSON. */
  readonly floor: number;
  readonly megabytes: number;
}

/** What a context of a target costs, step by step. */
export async function serve(
  rig: ContextRig,
  conversation: FoldedConversation,
  target: FormatName,
): Promise<Served> {
  const count = await rig.counter.counter('o200k_base');
  const model = modelFor[target];
  const tokens = { counter: rig.counter, encoding: 'o200k_base', provider: 'openai', model, target } as const;
  const raw: RawSource = await conversation.source(tokens);
  const out = format(target);
  const options = {
    limits: roomy,
    count,
    openCalls: 'placeholder',
    target,
    model: modelFor[target],
  } as const;
  const build = timed(() => buildContext(raw.source, options));
  const limits = { ...roomy, tokens: Math.ceil(build.result.tokens / 3) };
  const fit = timed(() => fitted(raw, { ...options, limits }));
  const rendering = { texts: raw.texts, out, model: options.model, engine: ENGINE };
  const encode = timed(() =>
    wholeMessages(build.result.entries).map((entry) => renderEntry(entry, rendering)),
  );
  const texts = encode.result.flatMap(({ segment }) => segment?.text ?? []);
  const lead = timed(() => out.needsLead(texts));
  const whole = timed(() => renderContext(raw, options));
  const body = timed(() => out.renderBody(texts).text);
  const { bodyText } = whole.result;
  const check = timed(() => out.check(JSON.parse(bodyText)));
  const receipt = timed(() => sha256Of(canonical(bodyText)));
  const floor = timed(() => JSON.stringify(JSON.parse(bodyText)));
  const steps = { build, fit, encode, lead, body, check, receipt };
  return {
    steps: Object.fromEntries(Object.entries(steps).map(([name, { ms }]) => [name, ms])) as Served['steps'],
    whole: whole.ms,
    floor: floor.ms,
    megabytes: Buffer.byteLength(bodyText) / 1e6,
  };
}

function fitted({ source }: RawSource, options: Parameters<typeof buildContext>[1]): void {
  try {
    buildContext(source, options);
  } catch {
    // One message alone may be more than the budget: finding that out takes its time too.
  }
}
