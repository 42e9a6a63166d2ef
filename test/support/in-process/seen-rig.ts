import { noLimits } from '@verbatim/conversation';
import { ModelDirectory, type ReceiptStore } from '@verbatim/conversation-store';
import { PluginRunner } from '@verbatim/history-plugins';
import { WaitingPlaces } from '../../../apps/context-builder/freshness/waiting-places';
import { HistoryChain } from '../../../apps/context-builder/plugins/history-chain';
import { PluginDirectory } from '../../../apps/context-builder/plugins/plugin-directory';
import type { CallDiff, SeenAnswer } from '../../../apps/context-builder/seen/seen-schema';
import { SeenService } from '../../../apps/context-builder/seen/seen-service';
import { ContextService } from '../../../apps/context-builder/serving/context-service';
import { ProjectorStanding } from '../../../apps/context-builder/serving/projector-standing';
import { RememberingCounter } from './counting';
import { FoldedConversation } from './folded-conversation';
import { memoryReader } from './memory-reader';
import { memoryReceipts } from './memory-receipts';

/** One conversation in memory, the contexts that the context-builder serves of it, and what it says that they saw. */
export class SeenRig {
  readonly conversation: FoldedConversation;
  private readonly receipts: ReceiptStore = memoryReceipts();

  constructor(private readonly counter = new RememberingCounter()) {
    this.conversation = new FoldedConversation('c', counter);
  }

  /** Serves a context as of now and gives its call id. @throws VerbatimError as the endpoint would answer it */
  async serve(request: object = {}): Promise<string> {
    const reader = memoryReader(this.conversation);
    const log = { partitions: () => Promise.reject(new Error('there is no log')) };
    const service = new ContextService({
      reader,
      log,
      group: 'none',
      standing: new ProjectorStanding(reader, log, 'none'),
      places: new WaitingPlaces(1),
      acknowledged: { wait: () => Promise.resolve(null), missing: () => Promise.resolve(null) },
      receipts: this.receipts,
      models: await ModelDirectory.open({ modelEntries: () => Promise.resolve([]) }, undefined),
      counter: this.counter,
      plugins: new HistoryChain(new PluginDirectory(''), new PluginRunner(1)),
      sessions: { enter: () => Promise.resolve() },
      limits: noLimits,
      ceiling: 200,
    });
    const at = this.conversation.position;
    const body = JSON.stringify({ model: 'gpt-4o', openCalls: 'placeholder', at, ...request });
    return (await service.serve({ tenant: 'default', conversation: 'c' }, body)).callId;
  }

  seen(callId: string, full = false): Promise<SeenAnswer> {
    return this.service().seen('default', callId, full);
  }

  diff(first: string, second: string): Promise<CallDiff> {
    return this.service().diff('default', first, second);
  }

  private service(): SeenService {
    const reader = memoryReader(this.conversation);
    return new SeenService({ reader, receipts: this.receipts, counter: this.counter });
  }
}
