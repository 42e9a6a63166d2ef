import { stringify } from 'yaml';

/** A file to begin with. Lines of comments that hold a setting work once the `#` is taken away. */
export interface SampleFile {
  readonly name: string;
  readonly text: string;
}

/** What `init` writes, for services whose data are in this folder. */
export function sampleFiles(data: string): readonly SampleFile[] {
  return [
    { name: configurationName, text: configuration(data) },
    { name: policyName, text: policy },
    {
      name: conversationName,
      text: `[\n${conversation.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`,
    },
  ];
}

export const configurationName = 'verbatim.yaml';
export const policyName = 'support-policy.yaml';
export const conversationName = 'sample-conversation.json';

const configuration = (
  data: string,
): string => `# Settings of the services: verbatim serve --config verbatim.yaml
# Flags win over environment variables (VERBATIM_PORT), and those win over this file.

# Where the HTTP API listens. Beyond 127.0.0.1 the services need API keys.
host: 127.0.0.1
port: 8080

# The folder of the embedded Postgres; commands find the running service by it.
${stringify({ data }).trimEnd()}

# fatal, error, warn, info, debug, trace or silent.
logLevel: info
# json, pretty, or auto: pretty on a terminal, JSON elsewhere.
logFormat: auto

# A Postgres of your own instead of the embedded one.
#database: postgres://user:password@127.0.0.1:5432/verbatim

# The event log in Kafka instead of Postgres.
#kafka:
#  brokers: 127.0.0.1:9092

# Who writes the summaries, with the key in OPENAI_API_KEY. Without a key they are made of excerpts.
#summarizer:
#  model: gpt-4o-mini

# The most messages of every context, whatever its policy allows.
window:
  ceiling: 200
`;

const policy = `# How a conversation is kept inside a model's window: verbatim policy set support support-policy.yaml
# \`verbatim policy list\` shows the presets, \`verbatim policy show support\` all settings that follow from this.
preset: agentkit

history:
  # A summary is due at so many messages in view, and leaves so many as they are.
  triggerAt: 12
  keepRecent: 4
  # After the first summary the next one is due at so many.
  retriggerAt: 8

window:
  # The most messages of a context.
  maxMessages: 50
`;

const call = (id: string, name: string, argument: object): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(argument) } }],
});

/** In the format openai-chat. */
const conversation: readonly object[] = [
  { role: 'system', content: 'You are the support agent of a parcel service. Answer briefly.' },
  { role: 'user', content: 'Where is my parcel 4711? It should have come on Monday.' },
  call('call_1', 'track_parcel', { number: '4711' }),
  {
    role: 'tool',
    tool_call_id: 'call_1',
    content: '{"number":"4711","status":"in transit","depot":"Leipzig","since":"2026-01-12"}',
  },
  { role: 'assistant', content: 'It has been in the depot of Leipzig since 12 January.' },
  { role: 'user', content: 'Why does it not move on?' },
  call('call_2', 'depot_notices', { depot: 'Leipzig' }),
  {
    role: 'tool',
    tool_call_id: 'call_2',
    content: '{"notices":["Snow: no lorries on 12 and 13 January"]}',
  },
  {
    role: 'assistant',
    content: 'Snow kept the lorries in Leipzig for two days. They drive again since today.',
  },
  { role: 'user', content: 'When will it be here, then?' },
  { role: 'assistant', content: 'On Thursday, between 9:00 and 12:00.' },
  { role: 'user', content: 'I am not at home then. Can my neighbour take it? Her name is Maria Vogel.' },
  call('call_3', 'set_neighbour', { number: '4711', name: 'Maria Vogel' }),
  { role: 'tool', tool_call_id: 'call_3', content: '{"number":"4711","neighbour":"Maria Vogel"}' },
  { role: 'assistant', content: 'Yes: the driver will ring at Maria Vogel if you do not open.' },
  { role: 'user', content: 'Thank you. Will I get a message?' },
];
