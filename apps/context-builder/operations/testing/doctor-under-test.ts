import { openSigningKeys } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, type OutgoingRecord } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import request from 'supertest';
import { startServices, type RunningServices, type ServicesOptions } from '../../../../test/support/services';
import type { Check, Diagnosis } from '../check';
import type { Lag } from '../lag';

/** Services, their database as its owner, their log, and what the doctor says. */
export interface DoctorUnderTest {
  readonly services: RunningServices;
  readonly owner: Database;
  /** Each is signed as by our services unless it has headers. */
  append(...records: readonly Omit<OutgoingRecord, 'key'>[]): Promise<void>;
  diagnose(tenant?: string): Promise<Diagnosis>;
  /** All checks of this name. */
  checks(name: string, tenant?: string): Promise<Check[]>;
  lag(): Promise<Lag>;
  close(): Promise<void>;
}

export async function doctorUnderTest(options: ServicesOptions = {}): Promise<DoctorUnderTest> {
  const services = await startServices(options);
  const owner = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 2 });
  const log = new PostgresEventLog(owner);
  const keys = await openSigningKeys(owner);
  const diagnose = async (tenant = 'default') =>
    (await request(services.url).get('/v1/doctor').set('x-tenant-id', tenant)).body as Diagnosis;
  return {
    services,
    owner,
    diagnose,
    append: async (...records) => {
      await log.append(
        CONVERSATION_EVENTS,
        records.map((record) => {
          const whole = { key: 'any', partition: 0, ...record };
          return record.headers ? whole : keys.sign(whole);
        }),
      );
    },
    checks: async (name, tenant) => (await diagnose(tenant)).checks.filter(({ check }) => check === name),
    lag: async () => (await request(services.url).get('/v1/lag')).body as Lag,
    close: async () => {
      await log.close();
      await owner.close();
      await services.stop();
    },
  };
}

/** A record of the conversation `c` unless `fields` say otherwise. */
export function event(fields: object): { value: Buffer } {
  const data = { role: 'user', content: 'hello' };
  return { value: Buffer.from(JSON.stringify({ type: 'MessageAppended', subject: 'c', data, ...fields })) };
}
