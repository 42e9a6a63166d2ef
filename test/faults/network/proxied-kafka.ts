import { freePorts, LocalKafka, type LocalKafkaOptions } from '@verbatim/kafka-broker';
import { TcpProxy } from './tcp-proxy';

/** A Kafka whose brokers clients, and the other brokers, reach through proxies only. */
export interface ProxiedKafka {
  readonly kafka: LocalKafka;
  /** One for each node, in their order. */
  readonly proxies: readonly TcpProxy[];
  /** `127.0.0.1:PORT` of each proxy. */
  readonly brokers: readonly string[];
  /** Ends the brokers and the proxies; the folder stays. */
  close(): Promise<void>;
}

/** On a folder where no Kafka runs. */
export async function openProxiedKafka(
  options: Omit<LocalKafkaOptions, 'ports' | 'advertisedPorts'>,
): Promise<ProxiedKafka> {
  const { nodes = 1 } = options;
  const ports = await freePorts(3 * nodes);
  const proxies = await Promise.all(
    Array.from({ length: nodes }, (_, index) =>
      TcpProxy.open({ host: '127.0.0.1', port: ports + index }, ports + 2 * nodes + index),
    ),
  );
  const closeProxies = (): Promise<unknown> => Promise.all(proxies.map((proxy) => proxy.close()));
  try {
    const advertisedPorts = proxies.map(({ port }) => port);
    const kafka = await LocalKafka.start({ ...options, nodes, ports, advertisedPorts });
    return {
      kafka,
      proxies,
      brokers: advertisedPorts.map((port) => `127.0.0.1:${port}`),
      close: async () => {
        await Promise.all(proxies.map((proxy) => proxy.pass()));
        await kafka.stop();
        await closeProxies();
      },
    };
  } catch (error) {
    await closeProxies();
    throw error;
  }
}
