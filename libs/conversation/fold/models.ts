import type { RecordedEvent } from '../events';
import { modelEntrySchema } from '../models/model';
import type { Draft } from './draft';
import { applied, type Outcome } from './outcome';

type Switched = Extract<RecordedEvent, { type: 'ModelSwitched' }>;

/** From here on the conversation is that model's: what depends on a model's window goes by it. */
export function switchModel(draft: Draft, { data, position }: Switched): Outcome {
  const entry = modelEntrySchema.safeParse(data.entry);
  const from = draft.head.modelSwitch?.to ?? null;
  draft.update({
    model: data.to,
    modelSwitch: { position, from, to: entry.success ? entry.data : null },
    viewVersion: draft.head.viewVersion + 1,
  });
  return applied;
}
