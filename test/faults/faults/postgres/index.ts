import type { Fault } from '../../contract';
import { appendTransactionLeftOpen } from './append-transaction-left-open';
import { commitCutAfter, commitCutBefore } from './commit-cut';
import { connectionsTerminated } from './connections-terminated';
import { diskFull } from './disk-full';
import { stoppedImmediately } from './stopped-immediately';

export const postgresFaults: readonly Fault[] = [
  stoppedImmediately,
  commitCutBefore,
  commitCutAfter,
  connectionsTerminated,
  appendTransactionLeftOpen,
  diskFull,
];
