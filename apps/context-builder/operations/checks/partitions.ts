import type { TopicFinding } from '@verbatim/event-log';
import { ok, problem, warning, type Check } from '../check';
import type { PartitionLag } from '../lag';
import type { SettledLag } from '../settled-lag';

export function topicSettings(topic: string, findings: readonly TopicFinding[]): Check[] {
  if (findings.length === 0) return [ok('topic', `${topic} keeps what it is given`)];
  return findings.map((finding) => problem('topic', `${topic}: ${finding.problem}`, finding.remedy));
}

export function partitionCount({ lag }: SettledLag, configured: number): Check {
  const count = lag.partitions.filter(({ high }) => high !== null).length;
  if (count === configured) return ok('partitions', `${count}, as configured`);
  const detail = `${lag.topic} has ${count}, ${configured} are configured`;
  const remedy =
    `set partitions (VERBATIM_PARTITIONS) to ${count}: the setting makes new topics only. ` +
    'Add partitions to a topic only while producers rest and `verbatim lag` shows 0';
  return warning('partitions', detail, remedy);
}

export function claimedPositions({ lag }: SettledLag): Check {
  const unclaimed = lag.partitions.filter(({ next }) => next === null);
  if (unclaimed.length === 0) return ok('positions', 'every partition was claimed by a projector');
  const detail = `never claimed by a projector: ${names(unclaimed)}`;
  return problem(
    'positions',
    detail,
    'start one: `verbatim serve --only projector`, on the same log and database',
  );
}

const faultRemedies: Readonly<Record<NonNullable<PartitionLag['fault']>['code'], string>> = {
  'records-lost':
    'nothing is skipped by itself: bring the log back from a replica, or have the producers publish those events ' +
    'again; then accept the loss with the statement of docs/operations/runbooks.md: the projector goes on within half a minute',
  'log-cut':
    'the log was cut or replaced: bring it back, or go on with the statement of docs/operations/runbooks.md: ' +
    'the projector does within half a minute; what the journal has is safe',
  'other-log':
    'connect the services to the log that this database belongs to (`--kafka`), or to its database',
  'no-such-partition':
    'the topic was made again with fewer partitions: bring back the one that this database knows',
};

export function faultyPartitions({ lag }: SettledLag): Check[] {
  const faulty = lag.partitions.flatMap(({ partition, fault }) => (fault ? [{ partition, fault }] : []));
  if (faulty.length === 0) return [ok('halted', 'no position is outside of what the log keeps')];
  return faulty.map(({ partition, fault }) =>
    problem('halted', `partition ${partition} (${fault.code}): ${fault.detail}`, faultRemedies[fault.code]),
  );
}

export function movement({ lag, stuck }: SettledLag): Check {
  const { lag: behind } = lag.totals;
  if (stuck.length > 0) {
    const detail = `stuck: ${stuck.map(stillness).join('; ')}`;
    const remedy =
      'is a projector up? `verbatim serve --only projector` starts one; /readyz and the log of one that runs say what it waits for; ' +
      'where they say that it is halted: docs/operations/runbooks.md, "A halted partition"';
    return problem('lag', detail, remedy);
  }
  return ok(
    'lag',
    behind === 0 ? 'everything in the log is applied' : `${behind} records behind, and moving`,
  );
}

function stillness({ partition, lag, movedAt }: PartitionLag): string {
  return `partition ${partition} is ${lag} records behind, ${movedAt === null ? 'never begun' : `at rest since ${movedAt}`}`;
}

function names(partitions: readonly PartitionLag[]): string {
  return partitions.map(({ partition }) => String(partition)).join(', ');
}
