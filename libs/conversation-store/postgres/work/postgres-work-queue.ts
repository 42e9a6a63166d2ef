import type { Database } from '@verbatim/postgres';
import type { Lease, WorkQueue } from '../../work/work-queue';
import { extendLease, failWork, giveWorkBack } from './change-lease';
import { leaseWork } from './lease-work';
import { type WorkFigures, workFigures } from './work-figures';

export class PostgresWorkQueue implements WorkQueue {
  constructor(private readonly database: Database) {}

  lease(worker: string, limit: number, leaseSeconds: number, except?: readonly string[]): Promise<Lease[]> {
    return leaseWork(this.database, worker, limit, leaseSeconds, except);
  }

  extend(lease: Lease, leaseSeconds: number): Promise<boolean> {
    return extendLease(this.database, lease, leaseSeconds);
  }

  giveBack(lease: Lease, position: number): Promise<void> {
    return giveWorkBack(this.database, lease, position);
  }

  fail(lease: Lease, error: string, delaySeconds: number, failedFrom: number): Promise<void> {
    return failWork(this.database, lease, { error, delaySeconds, failedFrom });
  }

  figures(): Promise<WorkFigures> {
    return workFigures(this.database);
  }
}
