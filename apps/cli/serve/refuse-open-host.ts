import { PostgresApiKeyStore } from '@verbatim/conversation-store';
import { ConfigurationError, isLoopback, type Configuration } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';

/**
 * Other machines are served only where there are API keys, configured or in the (migrated) database.
 * @throws ConfigurationError that says what to do
 */
export async function refuseOpenHost({ host, apiKeys }: Configuration, databaseUrl: string): Promise<void> {
  if (isLoopback(host) || apiKeys !== undefined || (await hasKeys(databaseUrl))) return;
  const message =
    `"${host}" is open to other machines, and there is no API key. Set VERBATIM_API_KEYS to ` +
    'tenant:scope+scope:secret; or serve the same database on loopback, run `verbatim keys create`, and start again';
  throw new ConfigurationError([{ key: 'host', message }]);
}

async function hasKeys(url: string): Promise<boolean> {
  const role = 'verbatim_context';
  const database = await Database.open({ url, role, applicationName: 'verbatim serve', poolSize: 1 });
  try {
    return await new PostgresApiKeyStore(database).hasActive();
  } finally {
    await database.close();
  }
}
