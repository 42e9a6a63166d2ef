import { randomUUID } from 'node:crypto';
import { migrations } from '@verbatim/conversation-store';
import { Database, migrate } from '@verbatim/postgres';
import type { Fault } from '../../contract';
import { copyConfiguration } from '../../invariants/second-projection';
import { SupervisedProcess, type ServiceName } from '../../../support/supervised-process';
import type { World } from '../../world/world';

const services: readonly ServiceName[] = ['projector', 'summarizer', 'context-builder'];

export const secondProjector: Fault = {
  name: 'second-projector-fills-empty-database',
  what: 'In the middle of everything a projector of another group fills an empty database, while it and all others are killed.',
  logs: ['kafka'],
  inflict: async (world, strikes, stop) => {
    await world.load.until(0.3, stop);
    const second = await startSecond(world);
    let kills = 0;
    const strike = async (nth: number): Promise<void> => {
      await world.one(services[nth % services.length] ?? 'projector').kill();
      await second.kill();
      kills += 2;
    };
    await world.load.strike(strikes, strike, stop);
    return { kills, strikes: 0 };
  },
};

async function startSecond(world: World): Promise<SupervisedProcess> {
  const url = new URL(world.postgres.directUrl);
  url.pathname = `/rig_second_${randomUUID().slice(0, 8)}`;
  await world.database.query(`CREATE DATABASE "${url.pathname.slice(1)}"`);
  await migrate(url.href, migrations);
  const database = await Database.open({ url: url.href, applicationName: 'rig', poolSize: 1 });
  await copyConfiguration(world.database, database);
  await database.close();
  const projector = new SupervisedProcess('projector', {
    words: ['--only', 'projector', '--port', '0'],
    env: { ...world.settings, DATABASE_URL: url.href, VERBATIM_KAFKA_GROUP: 'verbatim-second' },
    program: world.options.program ?? undefined,
  });
  world.second = { url: url.href, services: [projector] };
  await projector.url();
  return projector;
}
