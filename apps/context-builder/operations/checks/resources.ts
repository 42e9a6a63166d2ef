import type { DatabaseResources } from '@verbatim/conversation-store';
import { ok, problem, warning, type Check } from '../check';

/** From then on an open transaction is told: it holds back what others wait for, and what vacuum would free. */
export const OPEN_SECONDS = 60;
/** Of what Postgres takes. */
const MANY_CONNECTIONS = 0.8;
const LITTLE_ROOM = 1024 ** 3;
/** A backup and a migration take their time. */
const PATIENCE =
  'no table of ours is known to be locked: leave a backup or a migration to its end; where it is neither, ask who runs it';

export function databaseConnections({ connections, mostConnections }: DatabaseResources): Check {
  const detail = `${connections} of ${mostConnections}`;
  if (connections <= mostConnections * MANY_CONNECTIONS) return ok('connections', detail);
  const remedy =
    'raise max_connections of Postgres, or lower VERBATIM_POSTGRES_CONNECTIONS (each service of each process has so ' +
    'many); without a free one requests are answered 503';
  return warning('connections', `${detail}: a service that needs one more may get none`, remedy);
}

export function openTransactions({ open }: DatabaseResources): Check[] {
  if (open.length === 0) return [ok('transactions', `none open for ${OPEN_SECONDS} s`)];
  return open.map(({ pid, login, application, state, seconds, locked }) => {
    const who = `process ${pid} of Postgres (${login}, ${application === '' ? 'no application name' : application})`;
    const told = `${who} has a transaction open for ${Math.round(seconds)} s, ${state}`;
    if (locked.length === 0) return warning('transactions', `${told}, which keeps vacuum back`, PATIENCE);
    const detail = `${told}, which may lock rows of ${locked.join(', ')}`;
    const appends = locked.includes('log_partitions')
      ? '; until then appends to the partitions it appended to are answered 503'
      : '';
    const remedy = `have it commit, or end it: SELECT pg_terminate_backend(${pid}); nothing committed is lost${appends}`;
    return problem('transactions', detail, remedy);
  });
}

export function modelCircuits({ circuits }: DatabaseResources): Check[] {
  if (circuits.length === 0) return [ok('models', 'no summarizer leaves a model alone')];
  return circuits.map(({ model, until, reason }) =>
    warning(
      'models',
      `${model} is left alone until ${until.toISOString()}: ${reason}`,
      "it is tried again by itself; see the provider's status and limits, or choose another model " +
        '(VERBATIM_SUMMARIZER_MODEL, or the policy); contexts are served meanwhile, cut to fit',
    ),
  );
}

/** `free` in bytes: of the disk with the embedded Postgres; null where Postgres is elsewhere. */
export function diskSpace({ bytes }: DatabaseResources, free: number | null): Check {
  const size = `the database has ${gibibytes(bytes)} GiB`;
  if (free === null) return ok('disk', `${size}; how much is free its own server knows: watch it there`);
  const detail = `${size}, ${gibibytes(free)} GiB are free`;
  if (free > LITTLE_ROOM) return ok('disk', detail);
  const remedy =
    'free some, or move the data folder to a larger disk; when it is full Postgres refuses writes (503), and goes on when ' +
    'there is room again: nothing acknowledged is lost';
  return problem('disk', detail, remedy);
}

function gibibytes(bytes: number): string {
  return (bytes / 1024 ** 3).toFixed(1);
}
