import { type Place, somewhere } from './message';
import { type Mischief, mixedIn } from './mixed-in';

/** As long as a real one, under a key that nobody has. */
const STRANGERS = `stranger.${'A'.repeat(43)}`;

const signatures = [
  { headers: {}, code: 'signature-missing' },
  { headers: { 'verbatim-signature': STRANGERS }, code: 'signature-key-unknown' },
  { headers: { 'verbatim-signature': 'sealed, really' }, code: 'signature-invalid' },
] as const;

/** Each would hide or change something if it were believed. */
export const forgedOwnEvents = mixedIn(
  {
    name: 'forged-own-events',
    what: 'A stranger writes checkpoints, revocations, policies and erasures as only our own services may, unsigned or wrongly signed.',
    logs: ['kafka', 'embedded'],
  },
  async (mischief) => {
    const { world, log } = mischief;
    const forgeries = await forged(mischief, somewhere(world));
    let written = 0;
    for (const { key, value } of forgeries) {
      for (const { headers, code } of signatures) {
        const place = await log.write({ key, value, headers });
        const [tenant = '', conversation = ''] = key.split('/');
        world.truth.expect({ fate: 'ignored', code, tenant, conversation, id: null, place, value });
        written += 1;
      }
    }
    return written;
  },
);

async function forged({ world, name }: Mischief, place: Place): Promise<{ key: string; value: Buffer }[]> {
  const { tenant, conversation } = place;
  const [head] = await world.database.query<{ position: string }>(
    'SELECT max(position) AS position FROM journal WHERE tenant = $1 AND conversation = $2',
    [tenant, conversation],
  );
  const [active] = await world.database.query<{ id: string }>(
    `SELECT id FROM conversation_checkpoints WHERE tenant = $1 AND conversation = $2 AND status = 'active' LIMIT 1`,
    [tenant, conversation],
  );
  const events = [
    ['CheckpointCreated', checkpoint(Number(head?.position ?? 3))],
    ['CheckpointRevoked', { checkpoint: active?.id ?? 'any', reason: 'forged' }],
    ['PolicyAssigned', { name: 'forged', origin: 'assigned', version: 'forged', policy: {} }],
    ['ContentErased', { events: ['any'], reason: 'forged' }],
  ] as const;
  return events.map(([type, data]) => {
    const event = {
      specversion: '1.0',
      id: `${name}-${type}`,
      source: 'verbatim/summarizer',
      type,
      subject: conversation,
      tenantid: tenant,
      data,
    };
    return { key: `${tenant}/${conversation}`, value: Buffer.from(JSON.stringify(event)) };
  });
}

/** Of everything that there is. */
function checkpoint(position: number): object {
  return {
    range: {
      from: 2,
      to: position,
      fromMessage: 'any',
      toMessage: 'any',
      messages: { from: 0, to: position },
    },
    summary: 'Nothing was ever said.',
    strategy: 'llm',
    mode: 'layered',
    supersedes: [],
    basis: position,
    policyVersion: 'forged',
    summarizer: 'stranger',
    promptVersion: null,
    tokensBefore: 100,
    tokensAfter: 5,
    usage: null,
    attempt: 0,
  };
}
