import { eventDefinitions, type ErrorCode } from '@verbatim/conversation';
import type { ReadRecord } from './read-record';

/** Why a record is no event that is acted on, with the code that the journal puts beside it; null where it is one. */
export function whyNotRead(record: ReadRecord): { readonly code: ErrorCode; readonly detail: string } | null {
  switch (record.kind) {
    case 'event':
      return null;
    case 'ignored':
    case 'unreadable':
      return { code: record.code, detail: record.detail };
    case 'newer': {
      const { type, dataversion } = record;
      const detail = `dataversion ${dataversion} of ${type} is newer than ${eventDefinitions[type].version}`;
      return { code: 'event-version-unknown', detail };
    }
  }
}
