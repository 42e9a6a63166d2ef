import type { Limits } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader, ModelDirectory } from '@verbatim/conversation-store';
import { conversationNotFound } from '../reading/history-service';
import { checkEvent } from './check-event';
import type { EventIds } from './event-ids';
import type { EventPublisher, Published } from './event-publisher';
import { writeApiEvent } from './write-api-event';

export interface ModelSwitchOptions {
  readonly models: ModelDirectory;
  readonly reader: ConversationReader;
  readonly publisher: EventPublisher;
  readonly limits: Limits;
}

/** Switches the model of a conversation (SPEC 6): its entry of the registry is put on record as it is now. */
export class ModelSwitchService {
  constructor(private readonly options: ModelSwitchOptions) {}

  /** @throws VerbatimError `model-unknown` with near names, `conversation-not-found` */
  async switch(key: ConversationKey, model: string, idOf: EventIds): Promise<Published> {
    const { models, reader, publisher, limits } = this.options;
    const { requested, entry } = (await models.registry(key.tenant)).get(model);
    const stored = await reader.head(key);
    if (!stored) throw conversationNotFound(key);
    const dataText = JSON.stringify({ from: stored.head.model, to: requested, entry });
    const text = writeApiEvent(key, { id: idOf(0), type: 'ModelSwitched', dataText, time: new Date() });
    return publisher.publish([checkEvent(text, { limits, by: 'producer', name: 'model' })]);
  }
}
