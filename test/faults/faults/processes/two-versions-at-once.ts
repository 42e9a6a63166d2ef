import type { Fault } from '../../contract';
import { SupervisedProcess, type ServiceName } from '../../../support/supervised-process';
import type { World } from '../../world/world';
import { lasting } from '../lasting';
import { missingVersion, versionBefore } from './version-before';

const services: readonly ServiceName[] = ['projector', 'summarizer', 'context-builder'];
const TOGETHER_MS = 3_000;
/** Settings that the version before does not know would end its start. */
const KNOWN = /^(DATABASE_URL|KAFKA_BROKERS|OPENAI_\w+|VERBATIM_KAFKA_(PREFIX|SESSION_SECONDS))$/;

export const twoVersionsAtOnce: Fault = {
  name: 'two-versions-at-once',
  what: 'One service after another goes back to the version before and forth again, both running at once in between.',
  logs: ['kafka', 'embedded'],
  // What the version before publishes is not signed: an operator says so during the upgrade.
  world: { settings: { VERBATIM_SIGNATURES: 'accept-unsigned' } },
  unavailable: missingVersion,
  inflict: async (world, strikes, stop) => {
    const program = await versionBefore();
    let changes = 0;
    const strike = async (nth: number): Promise<void> => {
      await backAndForth(world, services[nth % services.length] ?? 'projector', program, stop);
      changes += 2;
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: changes };
  },
};

async function backAndForth(
  world: World,
  name: ServiceName,
  program: string,
  stop: AbortSignal,
): Promise<void> {
  const present = world.one(name);
  const former = new SupervisedProcess(name, {
    words: ['--only', name, '--port', '0'],
    env: Object.fromEntries(Object.entries(world.settings).filter(([setting]) => KNOWN.test(setting))),
    program,
  });
  try {
    await former.url();
    world.services.push(former);
    await lasting(TOGETHER_MS, stop);
    await present.down();
    await lasting(TOGETHER_MS, stop);
    await present.up();
    await lasting(TOGETHER_MS, stop);
  } finally {
    if (world.services.includes(former)) world.services.splice(world.services.indexOf(former), 1);
    const code = await former.down();
    if (code !== 0) world.truth.unexpected.push(`the ${name} of the version before ended with ${code}`);
    world.truth.unexpected.push(...former.crashes.map((crash) => `the version before: ${crash}`));
    await former.abandon();
  }
}
