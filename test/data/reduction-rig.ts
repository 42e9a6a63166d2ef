import { ModelRegistry, shippedModels } from '@verbatim/conversation';
import type { RequestAllowance } from '@verbatim/conversation-store';
import { HistorySummaries, owedWorks, TiersWork } from '@verbatim/owed-work';
import { loadConfiguration, Metrics } from '@verbatim/platform';
import { CircuitBreaker } from '../../apps/summarizer/circuit-breaker';
import { ModelSummarizers } from '../../apps/summarizer/model-summarizers';
import { SummarizerMetrics } from '../../apps/summarizer/summarizer-metrics';
import { SummaryWriter } from '../../apps/summarizer/summary-writer';
import { ContextRig } from '../support/in-process/context-rig';
import { memoryReader } from '../support/in-process/memory-reader';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { terseModel } from '../support/terse-model';
import type { Recording } from './data-sets';
import { modelOf, ReductionFigures, replay, type PresetName } from './reductions';

/** A minute's limits would make a replay wait for real minutes: they have tests of their own. */
const unlimited: RequestAllowance = {
  reserve: () => Promise.resolve({ kind: 'reserved', id: '' }),
  correct: () => Promise.resolve(),
};

/** Replays recordings with the summarizer's own work over conversations in memory, and a model at a real HTTP server. */
export class ReductionRig {
  private readonly rig = new ContextRig();
  private readonly writer: SummaryWriter;

  private constructor(private readonly openai: OpenAiServer) {
    const configuration = loadConfiguration({
      env: {},
      overrides: { openai: { apiKey: 'sk-test', baseUrl: openai.baseUrl } },
    });
    const noWork = { figures: () => Promise.resolve({ open: 0, leased: 0, failed: 0, oldestSeconds: 0 }) };
    const metrics = new SummarizerMetrics(new Metrics(), noWork);
    this.writer = new SummaryWriter({
      summarizers: new ModelSummarizers(configuration, new CircuitBreaker(), metrics),
      counter: this.rig.counter,
      allowance: unlimited,
      models: { registry: () => Promise.resolve(ModelRegistry.of(shippedModels)) },
    });
  }

  static async start(): Promise<ReductionRig> {
    return new ReductionRig(await startOpenAiServer({ respond: terseModel }));
  }

  close(): Promise<void> {
    return this.openai.close();
  }

  async replayAll(
    recordings: readonly Recording[],
    preset: PresetName,
    window: number,
  ): Promise<ReductionFigures> {
    const figures = new ReductionFigures();
    const before = this.openai.calls.length;
    for (const recording of recordings) {
      const conversation = this.rig.conversation(recording.name);
      const reader = memoryReader(conversation);
      const { counter } = this.rig;
      const tiers = new TiersWork(reader, new HistorySummaries(reader, this.writer), counter);
      const works = owedWorks(reader, this.writer, counter, tiers);
      const replayed = { rig: this.rig, conversation, works, model: modelOf(window) };
      await replay(recording, preset, replayed, figures);
    }
    figures.requests += this.openai.calls.length - before;
    return figures;
  }
}
