import { eventLogFeatures } from '../event-log.features';
import { InMemoryEventLog } from './in-memory-event-log';

eventLogFeatures('InMemoryEventLog', async () => {
  const log = new InMemoryEventLog();
  return { log, another: async () => log, close: () => log.close() };
});
