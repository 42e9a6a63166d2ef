import type { Service, ServiceContext } from '@verbatim/platform';
import { startContextBuilder } from '../../context-builder';
import { startProjector } from '../../projector';
import { startSummarizer } from '../../summarizer';
import { startHealthServer, type Listen } from './health-server';
import type { ServiceName } from './service-name';
import type { UndoStack } from './undo-stack';

/**
 * Starts the services in the order given and leaves how to stop them on `undo`. One port serves the whole process:
 * the context-builder's, else one with health and metrics alone, which answers until the services have stopped.
 * @returns its URL
 */
export async function startServices(
  names: readonly ServiceName[],
  context: ServiceContext,
  listen: Listen,
  undo: UndoStack,
): Promise<string> {
  let health: Service | undefined;
  // Started last and stopped last.
  undo.push('health server', async () => health?.stop());
  let url: string | undefined;
  for (const name of names) {
    const service = await start(name, context, listen);
    undo.push(name, () => service.stop());
    ({ url } = service);
  }
  if (url !== undefined) return url;
  const started = await startHealthServer(context, listen);
  health = started;
  return started.url;
}

function start(
  name: ServiceName,
  context: ServiceContext,
  listen: Listen,
): Promise<Service & { readonly url?: string }> {
  switch (name) {
    case 'projector':
      return startProjector(context);
    case 'summarizer':
      return startSummarizer(context);
    case 'context-builder':
      return startContextBuilder(context, listen);
  }
}
