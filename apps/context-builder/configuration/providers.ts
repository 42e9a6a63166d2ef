import type { Provider } from '@nestjs/common';
import { ModelDirectory, PostgresSessionStore, type ConversationReader } from '@verbatim/conversation-store';
import { limitsOf, LOGGER, Metrics, type Logger, type ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { EventPublisher } from '../appending/event-publisher';
import { ModelSwitchService } from '../appending/model-switch-service';
import { SessionService } from '../sessions/session-service';
import { READER } from '../tokens';
import { PolicyCatalogue } from './policy-catalogue';
import { PolicyService } from './policy-service';
import { SettingsService } from './settings-service';

/** Settings and sessions of tenants, and the models of their conversations. */
export function settingsProviders({ configuration }: ServiceContext): Provider[] {
  return [
    {
      provide: SessionService,
      inject: [Database, PolicyCatalogue, Metrics, LOGGER],
      useFactory: (database: Database, catalogue: PolicyCatalogue, metrics: Metrics, logger: Logger) =>
        new SessionService({ store: new PostgresSessionStore(database), catalogue, metrics, logger }),
    },
    {
      provide: SettingsService,
      inject: [PolicyCatalogue, PolicyService, SessionService],
      useFactory: (catalogue: PolicyCatalogue, policies: PolicyService, sessions: SessionService) =>
        new SettingsService({ catalogue, policies, sessions, ceiling: configuration.window.ceiling }),
    },
    {
      provide: ModelSwitchService,
      inject: [ModelDirectory, READER, EventPublisher],
      useFactory: (models: ModelDirectory, reader: ConversationReader, publisher: EventPublisher) =>
        new ModelSwitchService({ models, reader, publisher, limits: limitsOf(configuration) }),
    },
  ];
}
