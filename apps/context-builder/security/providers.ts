import type { Provider } from '@nestjs/common';
import { PostgresApiKeyStore, type ApiKeyStore } from '@verbatim/conversation-store';
import type { ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { API_KEYS } from '../tokens';
import { KeyDirectory } from './key-directory';

/** Who may ask. */
export function securityProviders({ configuration }: ServiceContext): Provider[] {
  return [
    {
      provide: API_KEYS,
      inject: [Database],
      useFactory: (database: Database) => new PostgresApiKeyStore(database),
    },
    {
      provide: KeyDirectory,
      inject: [API_KEYS],
      useFactory: (store: ApiKeyStore) =>
        new KeyDirectory({ configured: configuration.apiKeys ?? [], store }),
    },
  ];
}
