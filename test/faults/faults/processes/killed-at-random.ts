import type { Fault } from '../../contract';
import type { ServiceName } from '../../../support/supervised-process';
import { Executioner, mortal } from './executioner';

const services: readonly ServiceName[] = ['projector', 'summarizer', 'context-builder'];
/** Crossings to the outside, of which one is the last. */
const WITHIN = 300;

export const killedAtRandom: readonly Fault[] = services.map((service) => ({
  name: `${service}-killed-at-random`,
  what: `The ${service} is killed at one of its next ${WITHIN} steps, again and again.`,
  logs: ['kafka', 'embedded'],
  world: { settings: mortal() },
  inflict: async (world, strikes, stop) => {
    const random = world.random.for(`${service} killed`);
    const executioner = new Executioner(world, service);
    const before = executioner.kills;
    const places = new Set<string | null>();
    const strike = async (): Promise<void> => {
      const atRandom = random.int(0, 2 ** 31);
      places.add(await executioner.strike({ atRandom, within: WITHIN }));
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: executioner.kills - before, strikes: 0, detail: `at ${places.size} different places` };
  },
}));
