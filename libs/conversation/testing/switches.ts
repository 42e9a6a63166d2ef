import type { WrittenEvent } from './events';

/** A switch to a model with a window of so many tokens. */
export function modelSwitched(tokens: number, to = `model of ${tokens}`): WrittenEvent {
  const entry = { id: to, provider: 'test', maxContext: { tokens } };
  return { type: 'ModelSwitched', data: { to, entry } };
}
