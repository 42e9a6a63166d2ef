import type { Provider } from '@nestjs/common';
import type { ConversationReader } from '@verbatim/conversation-store';
import { EVENT_LOG, type EventLog } from '@verbatim/event-log';
import type { ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { ProjectorStanding } from '../serving/projector-standing';
import { READER } from '../tokens';
import { AcknowledgedAppends } from './acknowledged-appends';
import { AcknowledgedWait } from './acknowledged-wait';
import { Acknowledgements } from './acknowledgements';
import { Announcements } from './announcements';
import { WaitingPlaces } from './waiting-places';

/** What was acknowledged, here and by other context-builders, and how a context waits for it. */
export function freshnessProviders({ configuration }: ServiceContext): Provider[] {
  const { http, projector } = configuration;
  return [
    { provide: AcknowledgedAppends, useFactory: () => new AcknowledgedAppends() },
    {
      provide: Announcements,
      inject: [Database],
      useFactory: (database: Database) => new Announcements(database),
    },
    {
      provide: Acknowledgements,
      inject: [AcknowledgedAppends, Announcements],
      useFactory: (appends: AcknowledgedAppends, announcements: Announcements) =>
        new Acknowledgements(appends, announcements),
    },
    { provide: WaitingPlaces, useFactory: () => new WaitingPlaces(http.waiting) },
    {
      provide: ProjectorStanding,
      inject: [READER, EVENT_LOG],
      useFactory: (reader: ConversationReader, log: EventLog) =>
        new ProjectorStanding(reader, log, projector.group),
    },
    {
      provide: AcknowledgedWait,
      inject: [AcknowledgedAppends, READER, EVENT_LOG, ProjectorStanding, WaitingPlaces],
      useFactory: (
        acknowledged: AcknowledgedAppends,
        reader: ConversationReader,
        log: EventLog,
        standing: ProjectorStanding,
        places: WaitingPlaces,
      ) =>
        new AcknowledgedWait({
          acknowledged,
          reader,
          log,
          standing,
          places,
          group: projector.group,
          patienceMs: http.patienceMilliseconds,
        }),
    },
  ];
}
