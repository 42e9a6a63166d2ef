import type { Provider } from '@nestjs/common';
import type { ConversationReader } from '@verbatim/conversation-store';
import { EVENT_LOG, type EventLog } from '@verbatim/event-log';
import { limitsOf, Metrics, type ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { EventPublisher } from '../appending/event-publisher';
import { Acknowledgements } from '../freshness/acknowledgements';
import { READER } from '../tokens';
import { DeadLetterService } from './dead-letter-service';
import { OpenLettersLately } from './open-letters-lately';
import { ParkedService } from './parked-service';

/** How operators settle what the projectors could not go on with. */
export function settlingProviders({ configuration }: ServiceContext): Provider[] {
  const limits = limitsOf(configuration);
  return [
    {
      provide: DeadLetterService,
      inject: [Database, READER, EVENT_LOG, Metrics, Acknowledgements],
      useFactory: (
        database: Database,
        reader: ConversationReader,
        log: EventLog,
        metrics: Metrics,
        acknowledgements: Acknowledgements,
      ) => {
        const letters = new OpenLettersLately(database);
        return new DeadLetterService({
          letters,
          reader,
          log,
          metrics,
          acknowledgements,
          limits,
          group: configuration.projector.group,
        });
      },
    },
    {
      provide: ParkedService,
      inject: [READER, EventPublisher],
      useFactory: (reader: ConversationReader, publisher: EventPublisher) =>
        new ParkedService({ reader, publisher, limits }),
    },
  ];
}
