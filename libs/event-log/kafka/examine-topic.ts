import type { Admin } from 'kafkajs';
import type { TopicFinding } from '../event-log';
import { alteration, LARGEST_BATCH, settingsOf } from './topics';

type Settings = Readonly<Record<string, string>>;

/** What of the topic's settings and copies loses records, or could. `largestEvent` is in bytes. */
export async function examineTopic(
  admin: Admin,
  topic: string,
  largestEvent: number,
): Promise<TopicFinding[]> {
  const settings = await settingsOf(admin, topic);
  return [
    ...cleanup(topic, settings),
    ...size(topic, settings, largestEvent),
    ...(await replication(admin, topic, settings)),
  ];
}

function cleanup(topic: string, settings: Settings): TopicFinding[] {
  const policy = settings['cleanup.policy'] ?? '';
  const compacted = {
    problem: `cleanup.policy=${policy} keeps only the newest record of a conversation`,
    remedy: alteration(topic, 'cleanup.policy=delete'),
  };
  const expiring = (['retention.ms', 'retention.bytes'] as const)
    .filter((name) => settings[name] !== '-1')
    .map((name) => ({
      problem: `${name}=${settings[name]}: records beyond that are deleted, read or not, and nothing can be rebuilt from them`,
      remedy: alteration(topic, `${name}=-1`),
    }));
  return policy.includes('compact') ? [compacted, ...expiring] : expiring;
}

function size(topic: string, settings: Settings, largestEvent: number): TopicFinding[] {
  const most = Number(settings['max.message.bytes']);
  if (most >= largestEvent) return [];
  return [
    {
      problem: `max.message.bytes=${most} is less than an event may have (${largestEvent})`,
      remedy: alteration(topic, `max.message.bytes=${LARGEST_BATCH}`),
    },
  ];
}

async function replication(admin: Admin, topic: string, settings: Settings): Promise<TopicFinding[]> {
  const { brokers } = await admin.describeCluster();
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const partitions = topics[0]?.partitions ?? [];
  const copies = Math.min(...partitions.map(({ replicas }) => replicas.length));
  const findings: TopicFinding[] = [];
  if (brokers.length >= 3 && copies < 3) {
    findings.push({
      problem: `a partition has ${copies} of 3 copies: its records go with the brokers that have them`,
      remedy: 'kafka-reassign-partitions.sh: give each partition three replicas',
    });
  }
  if (copies >= 3 && Number(settings['min.insync.replicas']) < 2) {
    findings.push({
      problem: 'min.insync.replicas=1: a record counts as kept when one broker has it',
      remedy: alteration(topic, 'min.insync.replicas=2'),
    });
  }
  const behind = partitions.filter(({ isr, replicas }) => isr.length < replicas.length);
  if (behind.length > 0) {
    const which = behind.map(({ partitionId }) => partitionId).join(', ');
    findings.push({
      problem: `partitions ${which} have copies that are behind`,
      remedy: 'look at the brokers: one is down or slow',
    });
  }
  return findings;
}
