import type { Fault } from '../../contract';
import type { World } from '../../world/world';
import { until } from '../lasting';

const SERVICES = ['verbatim-projector', 'verbatim-context-builder', 'verbatim-summarizer'];

export const commitCutBefore = commitCut(
  'request',
  'commit-cut-before',
  'The connection is cut when a COMMIT is on its way to Postgres, which never gets it.',
);

export const commitCutAfter = commitCut(
  'answer',
  'commit-cut-after',
  'The connection is cut when Postgres has committed, and before the service is told: the outcome is unknown.',
);

/** Each service in turn. */
function commitCut(lose: 'request' | 'answer', name: string, what: string): Fault {
  return {
    name,
    what,
    logs: ['kafka', 'embedded'],
    inflict: async (world, strikes, stop) => {
      const cut = new Map<string, number>();
      const strike = async (nth: number): Promise<void> => {
        const service = SERVICES[nth % SERVICES.length] ?? '';
        if (await cutNext(world, service, lose, stop)) cut.set(service, (cut.get(service) ?? 0) + 1);
      };
      await world.load.strike(strikes, strike, stop);
      const detail = [...cut].map(([service, times]) => `${service} ${times}`).join(', ');
      return { kills: 0, strikes: [...cut.values()].reduce((sum, times) => sum + times, 0), detail };
    },
  };
}

/** One of the service's next COMMITs. @returns false where none came */
async function cutNext(
  world: World,
  service: string,
  lose: 'request' | 'answer',
  stop: AbortSignal,
): Promise<boolean> {
  let passing = world.random.int(0, 5);
  const cuts = world.postgres.proxy.cutAt({
    matches: (bytes, opening) =>
      bytes.includes('COMMIT\0') && opening.includes(`\0${service}\0`) && (passing -= 1) < 0,
    lose,
    times: 1,
  });
  await until(() => cuts.made === 1, stop);
  await world.postgres.proxy.pass();
  return cuts.made === 1;
}
