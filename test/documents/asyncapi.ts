import { eventDefinitions, type EventType } from '@verbatim/conversation';
import { CONTEXT_RECEIPTS, CONVERSATION_EVENTS } from '@verbatim/event-log';
import { PROJECTOR_GROUP } from '@verbatim/platform';
import { envelopeJsonSchema, headersJsonSchema } from './envelope-schema';
import { about } from './event-notes';
import { eventJsonSchema, eventTypes } from './event-schemas';
import type { JsonSchema } from './json-schema';
import { messageJsonSchemas } from './message-schemas';
import { securitySchemes, servers } from './kafka-servers';
import { receiptJsonSchema } from './receipt-schema';

type Document = Readonly<Record<string, unknown>>;

const bindingVersion = '0.5.0';
const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const channel = { $ref: `#/channels/${CONVERSATION_EVENTS}` };
const inChannel = (name: string) => ({ $ref: `${channel.$ref}/messages/${name}` });

/** AsyncAPI 3.0 of the topics, from the schemas that validate: each event in both modes of CloudEvents. */
export function asyncApi(): Document {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Verbatim',
      version: '1',
      description: 'Keeps every message exactly as it came; serves contexts that fit.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/cloudevents+json',
    servers,
    channels: { [CONVERSATION_EVENTS]: conversationEvents(), [CONTEXT_RECEIPTS]: contextReceipts },
    operations: operations(),
    components: {
      messages: { ...messages(), ContextServed: receipt },
      messageBindings: { keyed },
      schemas: schemas(),
      securitySchemes,
    },
  };
}

function conversationEvents(): Document {
  return {
    address: CONVERSATION_EVENTS,
    title: 'Everything that happens to conversations',
    description:
      'In order within a partition: all producers of a conversation use one key and one partitioner, best murmur2. ' +
      'Where VERBATIM_KAFKA_PREFIX is set it stands before the name.',
    messages: Object.fromEntries(Object.keys(messages()).map((name) => [name, component('messages', name)])),
    bindings: {
      kafka: {
        topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': -1, 'retention.bytes': -1 },
        bindingVersion,
      },
    },
  };
}

const contextReceipts: Document = {
  address: CONTEXT_RECEIPTS,
  title: 'The receipt of every context that was served',
  description:
    'At least once; those of a conversation in the order of their commits. `sequence` is `<shard>-<number>`: within a ' +
    'partition the numbers of a shard rise, and what is not above the highest one seen is a repeat.',
  messages: { ContextServed: component('messages', 'ContextServed') },
};

const receipt: Document = {
  name: 'ContextServed',
  title: 'ContextServed, structured mode',
  summary: 'A context was served, and this is its receipt.',
  contentType: 'application/cloudevents+json',
  payload: {
    allOf: [
      component('schemas', 'envelope'),
      {
        type: 'object',
        properties: {
          type: { const: 'ContextServed' },
          sequence: { type: 'string', pattern: String.raw`^\d+-\d+$` },
          data: component('schemas', 'ContextServed'),
        },
        required: ['type', 'id', 'tenantid', 'sequence', 'data'],
      },
    ],
  },
  bindings: component('messageBindings', 'keyed'),
};

function operations(): Document {
  const sent = (by: string) => eventTypes.filter((type) => eventDefinitions[type].by === by).map(inChannel);
  const group = { type: 'string', default: PROJECTOR_GROUP, description: 'VERBATIM_KAFKA_GROUP' };
  return {
    project: {
      action: 'receive',
      channel,
      summary: 'The projector journals and folds every event',
      messages: Object.keys(messages()).map(inChannel),
      bindings: { kafka: { groupId: group, bindingVersion } },
    },
    summarize: {
      action: 'send',
      channel,
      summary: 'The summarizer publishes what it decided',
      messages: sent('service'),
    },
    append: {
      action: 'send',
      channel,
      summary: 'The context-builder publishes what came over HTTP',
      messages: [...sent('producer'), ...sent('operator')],
    },
    relay: {
      action: 'send',
      channel: { $ref: `#/channels/${CONTEXT_RECEIPTS}` },
      summary: 'The context-builder relays receipts',
      messages: [{ $ref: `#/channels/${CONTEXT_RECEIPTS}/messages/ContextServed` }],
    },
  };
}

function messages(): Record<string, Document> {
  return Object.fromEntries(
    eventTypes.flatMap((type) => [
      [type, structured(type)],
      [`${type}.binary`, binary(type)],
    ]),
  );
}

function structured(type: EventType): Document {
  const event = {
    type: 'object',
    properties: { type: { const: type }, data: component('schemas', type) },
    required: ['type', 'data'],
  };
  return {
    name: type,
    title: `${type}, structured mode`,
    summary: about[type],
    contentType: 'application/cloudevents+json',
    payload: { allOf: [component('schemas', 'envelope'), event] },
    bindings: component('messageBindings', 'keyed'),
  };
}

function binary(type: EventType): Document {
  return {
    name: type,
    title: `${type}, binary mode`,
    summary: about[type],
    contentType: 'application/json',
    headers: headersJsonSchema(type, 'draft-7'),
    payload: component('schemas', type),
    bindings: component('messageBindings', 'keyed'),
  };
}

/** Inline: AsyncAPI's own schema takes no reference in a key. */
const keyed = {
  kafka: {
    key: {
      type: 'string',
      pattern: '^([^%/]|%25|%2F)+/([^%/]|%25|%2F)+$',
      description: 'tenant/conversation; `%` and `/` inside either are written `%25` and `%2F`',
      examples: ['default/chat-1'],
    },
    bindingVersion,
  },
};

function schemas(): Record<string, JsonSchema> {
  const reference = (format: string): string => component('schemas', `message.${format}`).$ref;
  const formats = Object.entries(messageJsonSchemas('draft-7'));
  return {
    envelope: envelopeJsonSchema('draft-7'),
    ContextServed: receiptJsonSchema('draft-7'),
    ...Object.fromEntries(eventTypes.map((type) => [type, eventJsonSchema(type, 'draft-7', reference)])),
    ...Object.fromEntries(formats.map(([name, schema]) => [`message.${name}`, schema])),
  };
}
