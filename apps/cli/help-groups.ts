import { Help, type Command, type HelpConfiguration } from 'commander';

/** The headings of `verbatim --help`, and the commands under each with what they do in a few words. */
const helpGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Conversations:': {
    conversations: 'list the conversations',
    append: 'append a message',
    history: 'print the messages of a conversation',
    context: "make the context of a conversation's next model call",
    state: 'print counts, tokens, policy and open calls of a conversation',
    describe: 'give a conversation a title, a user and metadata',
    recall: 'print what a context shows shortened or summarised',
    topics: 'print the topics and bulks of a conversation',
    compact: 'have a conversation reduced now',
    import: 'import the messages of files',
  },
  'Audit:': {
    calls: 'list the contexts that were served for a conversation',
    saw: 'print what a call saw',
    audit: 'show and verify what calls saw',
    analytics: 'print what reductions did and saved',
  },
  'Configuration:': {
    init: 'write a configuration, a policy and a conversation to begin with',
    policy: 'list, define and assign policies',
    plugins: 'list the history plugins, and change their chain',
    settings: 'print and change settings of the default policy',
    models: 'list and define models',
    model: 'switch the model of a conversation',
    keys: 'make, list and revoke API keys',
  },
  'Operation:': {
    serve: 'run the services',
    migrate: 'bring a database to the schema of this version',
    doctor: 'check the installation, and say what to do',
    lag: 'print how far projection and summaries are behind',
    'dead-letters': 'settle records that could not be read',
    parked: 'release conversations that stopped at an event',
    ignored: 'list the events that changed nothing',
  },
  'Development:': {
    demo: 'watch a conversation being kept, reduced and served',
    check: 'check whether sample records would be taken',
    kafka: 'run a real Apache Kafka on loopback',
    completion: 'print the script that completes commands in a shell',
  },
};

interface Place {
  readonly heading: string;
  readonly summary: string;
}

const places = new Map(
  Object.entries(helpGroups).flatMap(([heading, commands]) =>
    Object.entries(commands).map(([name, summary]): [string, Place] => [name, { heading, summary }]),
  ),
);
const order = [...places.keys()];

/** For `configureHelp`: names of commands alone, and a command's own options before those that all have. */
export const helpLayout: HelpConfiguration = {
  subcommandTerm: (command) => command.name(),
  minWidthToWrap: 20,
  groupItems: (unsorted, visible, groupOf) => {
    const groups = Help.prototype.groupItems(unsorted, visible, groupOf);
    const own = [...groups].filter(([heading]) => heading === 'Options:');
    return new Map([...own, ...groups]);
  },
};

/** Puts every command of the program under its heading, and all of them into their order. */
export function groupCommands(program: Command): void {
  program.commandsGroup('Development:').helpCommand('help [command]', 'explain a command');
  for (const command of program.commands) {
    const { heading, summary } = places.get(command.name()) ?? { heading: 'Other:', summary: '' };
    command.helpGroup(heading).summary(summary);
  }
  (program.commands as Command[]).sort(
    (one, other) => order.indexOf(one.name()) - order.indexOf(other.name()),
  );
}
