import { createHash } from 'node:crypto';
import { toColumn } from '../text-column';

/** What a call is found by: its id has any length, and an index takes less than 2,704 bytes. */
export function callHash(callId: string): Buffer {
  return createHash('sha256').update(toColumn(callId)).digest();
}
