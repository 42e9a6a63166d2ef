import type { Fault } from '../../contract';
import { lasting } from '../lasting';

/** Of each strike. */
const ROUNDS = 3;

export const rebalanceStorm: Fault = {
  name: 'rebalance-storm',
  what: 'Of three projectors one after the other goes, drained or killed, and comes again, before the others have settled.',
  logs: ['kafka', 'embedded'],
  world: { services: { projector: 3, summarizer: 1, 'context-builder': 1 } },
  inflict: async (world, strikes, stop) => {
    const random = world.random.for('storm');
    const projectors = world.of('projector');
    const killed = (): number => projectors.reduce((sum, projector) => sum + projector.killed, 0);
    const before = killed();
    let drained = 0;
    const strike = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS && !stop.aborted; round += 1) {
        const projector = random.pick(projectors);
        if (random.chance(0.4)) {
          await projector.kill();
        } else {
          await projector.down();
          drained += 1;
          await lasting(random.int(0, 800), stop);
          await projector.up();
        }
      }
    };
    await world.load.strike(strikes, strike, stop);
    const kills = killed() - before;
    return { kills, strikes: drained, detail: `projectors left ${drained + kills} times` };
  },
};
