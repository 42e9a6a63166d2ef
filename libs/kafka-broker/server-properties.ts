/** One server of a cluster; each is broker and controller. */
export interface Member {
  /** From 1. */
  readonly id: number;
  readonly port: number;
  readonly controllerPort: number;
  /** What clients and the other brokers are told instead of `port`. */
  readonly advertisedPort?: number;
}

/**
 * The content of `server.properties` for one member. `settings` win over ours; one that changes `listeners` must keep
 * the two that are here. Its log lies in `data` beside the working folder's other files.
 */
export function serverProperties(
  member: Member,
  cluster: readonly Member[],
  settings: Readonly<Record<string, string>>,
): string {
  const voters = cluster.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join();
  const replicas = String(cluster.length);
  const leastInSync = cluster.length === 1 ? '1' : '2';
  const all: Record<string, string> = {
    'process.roles': 'broker,controller',
    'node.id': String(member.id),
    'controller.quorum.voters': voters,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${member.port},CONTROLLER://127.0.0.1:${member.controllerPort}`,
    ...advertised(member),
    'listener.security.protocol.map': protocols,
    'log.dirs': 'data',
    'auto.create.topics.enable': 'false',
    'default.replication.factor': replicas,
    'min.insync.replicas': leastInSync,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': leastInSync,
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': leastInSync,
    'group.initial.rebalance.delay.ms': '0',
    'broker.heartbeat.interval.ms': '500',
    'broker.session.timeout.ms': '5000',
    ...small,
    ...settings,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${escaped(value)}\n`)
    .join('');
}

function advertised({ advertisedPort }: Member): Record<string, string> {
  return advertisedPort === undefined
    ? {}
    : { 'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertisedPort}` };
}

/** The internal topics of a large cluster take a second to make and 128 MB of heap to clean. */
const small = {
  'offsets.topic.num.partitions': '8',
  'transaction.state.log.num.partitions': '4',
  'share.coordinator.state.topic.num.partitions': '4',
  'log.cleaner.dedupe.buffer.size': '8388608',
};

const protocols = ['CONTROLLER:PLAINTEXT']
  .concat(['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'].map((name) => `${name}:${name}`))
  .join();

/** As Java reads property files: Latin-1, with escapes. */
function escaped(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll(/^ /g, '\\ ')
    .replaceAll(/[^\t -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
