import { VerbatimError } from '@verbatim/conversation';
import { ConfigResourceTypes, type Admin } from 'kafkajs';

/** As much as one request of the HTTP API can hold, and the frame around it. */
export const LARGEST_BATCH = 33 * 1024 * 1024;

/** Kept for ever, each record: compaction would throw away all but the newest of a key. */
const settings = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'max.message.bytes': String(LARGEST_BATCH),
  'message.timestamp.type': 'LogAppendTime',
};

/** Three copies where there are three brokers, then two of them must have a record before it is acknowledged. */
export async function createTopic(admin: Admin, topic: string, partitions: number): Promise<void> {
  if ((await admin.listTopics()).includes(topic)) return;
  const { brokers } = await admin.describeCluster();
  const replicationFactor = Math.min(brokers.length, 3);
  const all = { ...settings, 'min.insync.replicas': String(Math.max(1, replicationFactor - 1)) };
  const configEntries = Object.entries(all).map(([name, value]) => ({ name, value }));
  // Where another service was quicker, this creates nothing.
  await admin.createTopics({
    topics: [{ topic, numPartitions: partitions, replicationFactor, configEntries }],
    waitForLeaders: true,
  });
}

/** Throws VerbatimError `topic-unsuitable` where the topic is compacted. */
export async function refuseCompaction(admin: Admin, topic: string): Promise<void> {
  const { 'cleanup.policy': policy = '' } = await settingsOf(admin, topic);
  if (!policy.includes('compact')) return;
  const problem = `topic ${topic} has cleanup.policy=${policy}, which keeps only the newest record of a conversation`;
  const remedy = `use another topic (VERBATIM_KAFKA_PREFIX), or run ${alteration(topic, 'cleanup.policy=delete')}`;
  throw new VerbatimError('topic-unsuitable', `${problem}: ${remedy}`, { topic, policy });
}

export async function settingsOf(admin: Admin, topic: string): Promise<Record<string, string>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
  });
  const entries = resources[0]?.configEntries ?? [];
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

/** The command of Kafka's own that changes a setting of a topic. */
export function alteration(topic: string, setting: string): string {
  const where = `--entity-type topics --entity-name ${topic}`;
  return `kafka-configs.sh --bootstrap-server BROKER --alter ${where} --add-config ${setting}`;
}
