import { mkdir, realpath } from 'node:fs/promises';
import { announce, nodeFolder, openCluster, prepareNode, readAnnouncement, withdraw } from './cluster-folder';
import { fetchJars } from './jars';
import { KafkaNode } from './kafka-node';
import { assertFree, freePorts } from './ports';
import { serverProperties } from './server-properties';
import { assertTools } from './tools';

export interface LocalKafkaOptions {
  /** Holds `kafka.json`, and for each node `node-1` … with its data and its log. Created where missing. */
  readonly directory: string;
  /** Default: as many as the folder has, else 1. */
  readonly nodes?: 1 | 3;
  /** The first of two consecutive ports a node, the brokers' before the controllers'; default: free ones. */
  readonly ports?: number;
  /** For each node what clients are told instead of its own port, such as a proxy's; a cluster that runs already keeps its own. */
  readonly advertisedPorts?: readonly number[];
  /** Further lines of `server.properties`; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of each node; default 512. */
  readonly heapMegabytes?: number;
  /** Told what takes long. */
  readonly onProgress?: (text: string) => void;
}

/** A real Apache Kafka on 127.0.0.1, of one node or three. It outlives this process until somebody stops it. */
export class LocalKafka {
  private constructor(
    private readonly directory: string,
    private readonly nodes: readonly KafkaNode[],
    private readonly options: Pick<LocalKafkaOptions, 'settings' | 'heapMegabytes'>,
  ) {}

  /**
   * Resolves when every node takes requests. Nodes that already run on this folder are kept, on their ports.
   * @throws KafkaBrokerError, with the end of a node's log where that did not start; nothing that this call started
   * runs then
   */
  static async start(options: LocalKafkaOptions): Promise<LocalKafka> {
    assertTools();
    await fetchJars(options.onProgress ?? (() => undefined));
    await mkdir(options.directory, { recursive: true });
    const directory = await realpath(options.directory);
    const cluster = await openCluster(directory, options.nodes);
    const nodes = (await foundNodes(directory)) ?? (await newNodes(directory, cluster.nodes, options));
    const kafka = new LocalKafka(directory, nodes, options);
    await kafka.startMissing();
    return kafka;
  }

  /** The cluster on this folder, if any of its nodes runs. */
  static async find(directory: string): Promise<LocalKafka | null> {
    const path = await realpath(directory).catch(() => null);
    const nodes = path === null ? null : await foundNodes(path);
    return path === null || nodes === null ? null : new LocalKafka(path, nodes, {});
  }

  /** `127.0.0.1:PORT` of each node. */
  get brokers(): readonly string[] {
    return this.nodes.map(({ address }) => address);
  }

  /** Of the nodes' processes, in the same order; that of a node which was killed is no longer alive. */
  get pids(): readonly number[] {
    return this.nodes.flatMap(({ pid }) => pid ?? []);
  }

  /** Ends one node, from 0, and resolves when it is gone. A SIGTERM that does not end it is followed by a SIGKILL. */
  kill(index: number, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    return this.node(index).end(signal);
  }

  /** Starts a node that has ended, on its data and its port; resolves when it takes requests. */
  async start(index: number): Promise<void> {
    const node = this.node(index);
    await this.launch([node]);
    await node.ready([node]);
  }

  /** Ends every node and resolves when they are gone; their data stay. Again is harmless. */
  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGTERM')));
    await withdraw(this.directory);
  }

  private async startMissing(): Promise<void> {
    const running = await Promise.all(this.nodes.map((node) => node.isRunning()));
    const missing = this.nodes.filter((_, index) => running[index] === false);
    try {
      await this.launch(missing);
      await Promise.all(this.nodes.map((node) => node.ready(this.nodes)));
    } catch (error) {
      await Promise.all(missing.map((node) => node.end('SIGKILL')));
      throw error;
    }
  }

  private async launch(nodes: readonly KafkaNode[]): Promise<void> {
    const members = this.nodes.map(({ member }) => member);
    const cluster = await openCluster(this.directory);
    await Promise.all(
      nodes.map(({ folder, member }) =>
        prepareNode(folder, cluster, serverProperties(member, members, this.options.settings ?? {})),
      ),
    );
    await Promise.all(nodes.map((node) => node.launch(this.options.heapMegabytes ?? 512)));
    await announce(this.directory, { brokers: [...this.brokers], pids: [...this.pids] });
  }

  private node(index: number): KafkaNode {
    const node = this.nodes[index];
    if (node === undefined) throw new RangeError(`there is no node ${index} among ${this.nodes.length}`);
    return node;
  }
}

async function newNodes(
  directory: string,
  count: number,
  { ports, advertisedPorts }: LocalKafkaOptions,
): Promise<KafkaNode[]> {
  if (ports !== undefined) await assertFree(ports, 2 * count);
  return consecutive(directory, count, ports ?? (await freePorts(2 * count)), advertisedPorts);
}

/** The nodes that `kafka.json` tells of; null where none of them runs. */
async function foundNodes(directory: string): Promise<KafkaNode[] | null> {
  const announced = await readAnnouncement(directory);
  if (announced === null) return null;
  const first = Number(announced.brokers[0]?.split(':')[1]);
  const nodes = consecutive(directory, announced.brokers.length, first);
  announced.pids.forEach((pid, index) => nodes[index]?.adopt(pid));
  const running = await Promise.all(nodes.map((node) => node.isRunning()));
  return running.includes(true) ? nodes : null;
}

function consecutive(
  directory: string,
  count: number,
  first: number,
  advertisedPorts: readonly number[] = [],
): KafkaNode[] {
  return Array.from({ length: count }, (_, index) => {
    const advertisedPort = advertisedPorts[index];
    const ports = { port: first + index, controllerPort: first + count + index };
    const member = { id: index + 1, ...ports, ...(advertisedPort === undefined ? {} : { advertisedPort }) };
    return new KafkaNode(member, nodeFolder(directory, member.id));
  });
}
