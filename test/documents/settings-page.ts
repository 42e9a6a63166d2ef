import { settings, type Setting } from '../../libs/platform/configuration-schema';

interface Group {
  readonly title: string;
  /** First parts of the paths of its settings. */
  readonly of: readonly string[];
}

/** The order of the page; every setting belongs to exactly one group. */
const groups: readonly Group[] = [
  { title: 'Where it listens and keeps its data', of: ['port', 'host', 'data', 'database', 'postgres'] },
  { title: 'Access', of: ['apiKeys', 'signingKeys', 'signatures'] },
  { title: 'The event log', of: ['kafka', 'partitions', 'projector', 'relay', 'logRetention'] },
  { title: 'Models and summaries', of: ['modelsFile', 'defaultModel', 'openai', 'summarizer'] },
  { title: 'Contexts', of: ['window', 'plugins', 'reading'] },
  { title: 'Load and shutdown', of: ['http', 'shutdownSeconds', 'noticeSeconds'] },
  { title: 'Log lines', of: ['logLevel', 'logFormat'] },
  { title: 'Limits of what producers send', of: ['limits'] },
];

/** docs/settings.md: every setting of the services, from the schema that checks them. */
export function settingsPage(command: string): string {
  const sections = groups.map(({ title, of }) => {
    const members = settings.filter((setting) => of.includes(topOf(setting)));
    return `## ${title}\n\n${members.map(entry).join('\n\n')}`;
  });
  return [introduction(command), ...sections].join('\n\n');
}

/** Settings that no group of the page names. */
export function ungrouped(): string[] {
  const named = new Set(groups.flatMap(({ of }) => of));
  return settings.filter((setting) => !named.has(topOf(setting))).map(({ path }) => path);
}

function introduction(command: string): string {
  return `# Settings

<!-- Made by \`${command}\` from libs/platform/configuration-schema.ts. -->

A service reads its settings from, in this order:

1. flags of \`verbatim serve\`, such as \`--port 8081\`;
2. environment variables;
3. the file that \`--config\` or \`VERBATIM_CONFIG\` names, in YAML or JSON, with the keys of the headings below;
4. the defaults below.

An unknown name or a bad value stops the start with exit code 2 and names what is near. Values of secrets never appear
in messages. A file looks like this:

\`\`\`yaml
port: 8080
kafka:
  brokers: broker-1:9092,broker-2:9092
  tls: true
window:
  ceiling: 400
\`\`\`

Client commands read \`VERBATIM_API_KEY\` (the key they send) and \`VERBATIM_DATA\` (the data folder of the service they
look for); neither is a setting of a service. What a tenant changes while services run (\`window.maxMessages\`,
\`sessions.max\`, \`sessions.idleTimeoutMinutes\`) is in [operations](operations/README.md#settings-while-services-run).`;
}

function entry({ path, env, expected, means, initial, secret, flag }: Setting): string {
  const facts = [
    `- Environment: ${env.map((name) => `\`${name}\``).join(', else ')}`,
    ...(flag === undefined ? [] : [`- Flag: \`--${flag}\``]),
    `- Takes: ${expected}${secret ? ' (secret)' : ''}`,
    `- Default: ${initialText(initial)}`,
  ];
  return `### \`${path}\`\n\n${means}\n\n${facts.join('\n')}`;
}

function initialText(initial: unknown): string {
  if (initial === undefined) return 'none';
  if (initial === '') return 'empty';
  if (typeof initial === 'object') return 'none';
  return `\`${String(initial)}\``;
}

const topOf = ({ path }: Setting): string => path.split('.')[0] ?? path;
