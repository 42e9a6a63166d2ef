import { EventEmitter } from 'node:events';

/** The part of a fetched message that says whether it counts. */
export interface FetchedMessage {
  readonly offset: string;
  readonly key: Buffer | null;
  isControlRecord: boolean;
  readonly batchContext: { readonly producerId: string; readonly inTransaction: boolean };
}

/** What a fetch says of transactions that were aborted, in the order in which they ended. */
export interface FetchedTransactions {
  readonly messages: readonly FetchedMessage[];
  abortedTransactions: readonly { readonly producerId: string; readonly firstOffset: string }[] | null;
}

interface FetchResponse {
  readonly responses: readonly { readonly partitions: readonly FetchedTransactions[] }[];
}

interface FetchRequest {
  readonly topics: readonly { readonly topic: string }[];
}

/** The class of kafkajs by whose fetches consumers and reads get their records. */
const Broker: {
  readonly prototype: { fetch(request: FetchRequest): Promise<FetchResponse> };
} = require('kafkajs/src/broker');

const ABORT = 0;

/** By the name of a topic: a broker did not know it when its records were fetched. kafkajs tells nobody. */
const vanished = new EventEmitter().setMaxListeners(0);

/** Answers what ends it. */
export function onVanished(topic: string, tell: () => void): () => void {
  vanished.on(`topic ${topic}`, tell);
  return () => void vanished.off(`topic ${topic}`, tell);
}

let isInstalled = false;

/**
 * Keeps what was aborted from every reader of kafkajs in this process. Its own filter lets such records through: it takes
 * transactions to have ended in the order in which they began, and a record whose key is four zero bytes for the end
 * of one. Again is harmless.
 */
export function installFetches(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { fetch } = Broker.prototype;
  Broker.prototype.fetch = async function (request) {
    try {
      const response = await fetch.call(this, request);
      for (const { partitions } of response.responses) partitions.forEach(hideAborted);
      return response;
    } catch (error) {
      const isUnknown = (error as { type?: string }).type === 'UNKNOWN_TOPIC_OR_PARTITION';
      for (const { topic } of isUnknown ? request.topics : []) vanished.emit(`topic ${topic}`);
      throw error;
    }
  };
}

/** Marks aborted records as control records, which kafkajs passes over, and leaves nothing for its own filter to do. */
export function hideAborted(fetched: FetchedTransactions): void {
  const begins = [...(fetched.abortedTransactions ?? [])]
    .map(({ producerId, firstOffset }) => ({ producerId, offset: Number(firstOffset) }))
    .toSorted((a, b) => b.offset - a.offset);
  const aborted = new Set<string>();
  for (const message of fetched.messages) {
    const { producerId, inTransaction } = message.batchContext;
    for (let first = begins.at(-1); first && first.offset <= Number(message.offset); first = begins.at(-1)) {
      aborted.add(first.producerId);
      begins.pop();
    }
    if (message.isControlRecord) {
      if (message.key?.readInt16BE(2) === ABORT) aborted.delete(producerId);
    } else if (inTransaction && aborted.has(producerId)) {
      message.isControlRecord = true;
    }
  }
  fetched.abortedTransactions = [];
}
