import type { WorkQueue } from '@verbatim/conversation-store';
import type { Health } from '@verbatim/platform';
import type { ModelSummarizers } from './model-summarizers';

/** Degraded while work has failed or a model is not called; says which summariser is in use. */
export async function summarizerHealth(
  queue: Pick<WorkQueue, 'figures'>,
  summarizers: ModelSummarizers,
): Promise<Health> {
  const work = await queue.figures();
  const paused = summarizers.paused();
  const troubles = [
    ...(work.failed > 0 ? [`${work.failed} pieces of work have failed`] : []),
    ...paused.map((name) => `${name} does not answer and is left alone for a while`),
  ];
  return {
    status: troubles.length > 0 ? 'degraded' : 'up',
    detail: [summarizers.description(), ...troubles].join('; '),
    data: { summarizer: summarizers.description(), work },
  };
}
