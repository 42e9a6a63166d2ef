import type { Configuration } from './configuration-schema';

/** Whether nobody but this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return ['::1', 'localhost'].includes(host.toLowerCase()) || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether requests need an API key: outside loopback, and wherever keys are configured. */
export function keysRequired({ host, apiKeys }: Pick<Configuration, 'host' | 'apiKeys'>): boolean {
  return !isLoopback(host) || apiKeys !== undefined;
}
