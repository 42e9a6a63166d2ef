import { terseModel } from '../../../support/terse-model';
import { smallPolicies } from '../../../support/random-reductions';
import type { Fault } from '../../contract';
import { ask, type Request } from '../../load/http';
import type { World } from '../../world/world';
import { lasting, until } from '../lasting';

/** Each answer takes so long; meanwhile what it is for is no longer wanted. */
const ANSWER_MS = 3_000;

export const answerAfterSuperseded: Fault = {
  name: 'answer-after-superseded',
  what: 'The model answers when its work was superseded: another policy was assigned and the newest checkpoint revoked meanwhile.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, strikes, stop) => {
    let superseded = 0;
    const strike = async (): Promise<void> => {
      world.model.respondWith((call, number) => ({ ...terseModel(call, number), delayMs: ANSWER_MS }));
      let works: Work[] = [];
      await until(async () => (works = await leased(world)).length > 0, stop);
      for (const work of works) superseded += await supersede(world, work);
      await lasting(ANSWER_MS, stop);
      world.model.respondWith(terseModel);
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: superseded, detail: `${superseded} pieces of work superseded` };
  },
};

interface Work {
  readonly tenant: string;
  readonly conversation: string;
}

type Change = Pick<Request, 'method' | 'path' | 'body'>;

/** What a summarizer works at now. */
function leased(world: World): Promise<Work[]> {
  return world.database.query<Work & object>(
    'SELECT DISTINCT tenant, conversation FROM due_work WHERE leased_until > now()',
  );
}

/** @returns how many of the two changes were accepted */
async function supersede(world: World, { tenant, conversation }: Work): Promise<number> {
  const [newest] = await world.database.query<{ id: string }>(
    `SELECT id FROM conversation_checkpoints
     WHERE tenant = $1 AND conversation = $2 AND status = 'active' ORDER BY decided_at DESC LIMIT 1`,
    [tenant, conversation],
  );
  const path = `/v1/conversations/${encodeURIComponent(conversation)}`;
  const policy = JSON.stringify(world.random.pick(smallPolicies));
  const changes: Change[] = [{ method: 'PUT', path: `${path}/policy`, body: policy }];
  if (newest !== undefined) {
    const revoked = `${path}/checkpoints/${encodeURIComponent(newest.id)}/revoke`;
    changes.push({ method: 'POST', path: revoked, body: '{}' });
  }
  let accepted = 0;
  for (const change of changes) {
    const answer = await ask(world.truth, { tenant, url: await world.url(), ...change });
    if (answer?.status === 202) accepted += 1;
  }
  return accepted;
}
