import type { Fault } from '../../contract';
import { forgedOwnEvents } from './forged-own-events';
import { deepNesting, oversize } from './over-limits';
import { sameIdOtherBody, sameIdSameBody } from './same-id';
import { twoPartitions } from './two-partitions';
import { unknownVersion } from './unknown-version';
import { missingValue, poisonBytes } from './unreadable';

export const inputFaults: readonly Fault[] = [
  sameIdSameBody,
  sameIdOtherBody,
  twoPartitions,
  poisonBytes,
  oversize,
  deepNesting,
  unknownVersion,
  missingValue,
  forgedOwnEvents,
];
