import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HealthRegistry, Metrics } from '@verbatim/platform';
import { eventually } from '../../libs/event-log/features/eventually';
import { startProjector } from '../../apps/projector';
import {
  doctorUnderTest,
  event,
  type DoctorUnderTest,
} from '../../apps/context-builder/operations/testing/doctor-under-test';

jest.setTimeout(60_000);

let test: DoctorUnderTest;
beforeAll(async () => {
  test = await doctorUnderTest({ only: ['context-builder'] });
});
afterAll(() => test.close());

/** What docs/operations/runbooks.md says to run, for partition 0. */
function statement(low: number): string {
  const text = readFileSync(join(__dirname, '../../docs/operations/runbooks.md'), 'utf8');
  const [, sql = ''] = /```sql\n([^]*?)```/.exec(text) ?? [];
  return sql.replace('next_offset = 1234', `next_offset = ${low}`).replace('partition = 5', 'partition = 0');
}

/** Runs a projector until its health is this, and `seen` passes. */
async function project(health: 'up' | 'down', seen: () => Promise<void> | void = () => {}): Promise<void> {
  const context = { ...test.services.context, metrics: new Metrics(), health: new HealthRegistry() };
  const projector = await startProjector(context);
  try {
    await eventually(async () => {
      expect((await context.health.report()).status).toBe(health);
      await seen();
    });
  } finally {
    await projector.stop();
  }
}

const applied = (count: number) => async () =>
  expect((await test.lag()).totals).toMatchObject({ applied: count, lag: 0 });

it('halts where records were lost, and goes on where the operator says', async () => {
  await test.append(event({ id: 'a' }), event({ id: 'b' }));
  await project('up', applied(2));
  await test.append(event({ id: 'c' }));
  await test.owner.query(`
    UPDATE log_records SET log_offset = 4 WHERE partition = 0 AND log_offset = 2;
    UPDATE log_partitions SET low_offset = 4, next_offset = 5 WHERE partition = 0`);
  await project('down');
  expect(await test.checks('halted')).toMatchObject([{ detail: expect.stringContaining('(records-lost)') }]);
  await test.owner.query(statement(4));
  await project('up', applied(3));
  expect(await test.checks('halted')).toMatchObject([{ status: 'ok' }]);
});

it('halts where the log was replaced, and reads what is left', async () => {
  await test.owner.query(`
    DELETE FROM log_records WHERE partition = 0;
    UPDATE log_partitions SET low_offset = 0, next_offset = 0 WHERE partition = 0`);
  await test.append(event({ id: 'a' }), event({ id: 'd' }));
  await project('down');
  expect(await test.checks('halted')).toMatchObject([{ detail: expect.stringContaining('(log-cut)') }]);
  await test.owner.query(statement(0));
  await project('up', applied(4));
  expect((await test.lag()).totals).toEqual({ lag: 0, applied: 4, duplicates: 1 });
});
