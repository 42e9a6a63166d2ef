import type { WorkQueue } from '@verbatim/conversation-store';
import type { Health } from '@verbatim/platform';
import type { ModelSummarizers } from './model-summarizers';

/** Degraded while work has failed or a model is not called; says which summariser is in use. */
export async function summarizerHealth(
  queue: Pick<WorkQueue, 'figures'>,
  summarizers: ModelSummarizers,
): Promise<Health> {
  const work = await queue.figures();
  const troubles = [
    ...(work.failed > 0 ? [`${work.failed} pieces of work have failed`] : []),
    ...summarizers
      .open()
      .map(
        ({ model, until, reason }) =>
          `${model} is left alone until ${new Date(until).toISOString()}, then one call tries it: ${reason}`,
      ),
  ];
  return {
    status: troubles.length > 0 ? 'degraded' : 'up',
    detail: [summarizers.description(), ...troubles].join('; '),
    data: { summarizer: summarizers.description(), work },
  };
}
