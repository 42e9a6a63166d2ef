import type { DatabaseFacts } from '@verbatim/conversation-store';
import { ok, problem, warning, type Check } from '../check';
import { manifest } from '../manifest';

const OLDEST_POSTGRES = 15;
const MOST_CLOCK_SECONDS = 2;

export function verbatimVersion(): Check {
  return ok('verbatim', `version ${manifest().version}`);
}

export function nodeVersion(running: string, wanted: string): Check {
  const detail = `Node ${running}, ${wanted} is needed`;
  const [major = 0, minor = 0] = numbers(running);
  const [oldestMajor = 0, oldestMinor = 0] = numbers(wanted);
  const enough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return enough
    ? ok('node', detail)
    : problem('node', detail, `install Node ${wanted} and restart the services`);
}

export function postgresVersion({ version, versionNumber }: DatabaseFacts): Check {
  const detail = `PostgreSQL ${version}, ${OLDEST_POSTGRES} or later is needed`;
  if (versionNumber >= OLDEST_POSTGRES * 10_000) return ok('postgres', detail);
  return problem('postgres', detail, `move the database to PostgreSQL ${OLDEST_POSTGRES} or later`);
}

export function appliedSchema(applied: readonly string[], known: readonly string[]): Check {
  const missing = known.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !known.includes(name));
  if (missing.length > 0) {
    const remedy = 'restart a service with `verbatim serve`: it migrates before it listens';
    return problem('migrations', `the database lacks ${missing.join(', ')}`, remedy);
  }
  if (newer.length === 0) return ok('migrations', `all ${known.length} applied`);
  const remedy = 'upgrade this service to the version that the others have';
  return warning('migrations', `the database has had ${newer.join(', ')} of a newer version`, remedy);
}

/** `service` is the service's own time, read while the database was asked. */
export function clockDifference({ now }: DatabaseFacts, service: Date): Check {
  const seconds = (service.getTime() - now.getTime()) / 1000;
  const detail = `the service's clock is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} the database's`;
  if (Math.abs(seconds) <= MOST_CLOCK_SECONDS) return ok('clock', detail);
  const remedy = 'set both by NTP: times of events and of receipts come from different clocks';
  return warning('clock', detail, remedy);
}

function numbers(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number);
}
