import { resolvePolicy } from '../policy';
import { initialHead, type Head } from '../state';

/** What holds where nothing was assigned and no default was set (SPEC 0). */
export const windowOnly = resolvePolicy({ preset: 'window-only' });

/** A conversation before its first event, which will be the `PolicyAssigned` that opens it. */
export function openingHead(tenant: string, conversation: string): Head {
  return initialHead(tenant, conversation, windowOnly);
}
