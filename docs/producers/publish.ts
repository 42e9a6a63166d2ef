// Publishes a conversation: publish.ts CONVERSATION < messages.tsv
// Each line of the input is a message's id, a tab, and the message as an OpenAI chat message.
import { text } from 'node:stream/consumers';
import { Kafka, Partitioners } from 'kafkajs';

const [conversation = ''] = process.argv.slice(2);
const { KAFKA_BROKERS = '127.0.0.1:9092', KAFKA_TOPIC: topic = 'conversation-events' } = process.env;

function toRecord(line: string) {
  const [id, message] = line.split('\t', 2) as [string, string];
  const event = {
    specversion: '1.0',
    id,
    source: 'shop/typescript',
    type: 'MessageAppended',
    subject: conversation,
    data: JSON.parse(message) as unknown,
  };
  return { key: `default/${conversation}`, value: JSON.stringify(event) };
}

async function main(): Promise<void> {
  const kafka = new Kafka({ clientId: 'shop', brokers: KAFKA_BROKERS.split(',') });
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  try {
    const messages = (await text(process.stdin)).trimEnd().split('\n').map(toRecord);
    const sent = await producer.send({ topic, messages, acks: -1 });
    for (const { partition, baseOffset } of sent) {
      process.stdout.write(`partition ${partition} offset ${baseOffset} and on\n`);
    }
  } finally {
    await producer.disconnect();
  }
}

void main();
