import type { Command } from 'commander';
import type { Terminal } from './terminal';

type AddCommands = (program: Command, terminal: Terminal) => void;

interface CommandGroup {
  /** The first words that mean a command of this group. */
  readonly words: readonly string[];
  /** Loads the group's module: what it needs is not loaded for any other command. */
  readonly load: () => AddCommands;
  /** Its commands are about all of them. */
  readonly needsAll?: true;
}

/** In the order of the help. */
export const groups: readonly CommandGroup[] = [
  {
    words: ['init'],
    load: () => (require('./commands/init') as typeof import('./commands/init')).initCommand,
  },
  {
    words: ['serve'],
    load: () => (require('./commands/serve') as typeof import('./commands/serve')).serveCommand,
  },
  {
    words: ['migrate'],
    load: () => (require('./commands/migrate') as typeof import('./commands/migrate')).migrateCommand,
  },
  {
    words: ['import'],
    load: () => (require('./commands/import') as typeof import('./commands/import')).importCommand,
  },
  {
    words: ['check'],
    load: () => (require('./commands/check') as typeof import('./commands/check')).checkCommand,
  },
  {
    words: ['append'],
    load: () => (require('./commands/append') as typeof import('./commands/append')).appendCommands,
  },
  {
    words: ['history', 'conversations'],
    load: () =>
      (require('./commands/conversations') as typeof import('./commands/conversations')).conversationCommands,
  },
  {
    words: ['describe'],
    load: () => (require('./commands/describe') as typeof import('./commands/describe')).describeCommands,
  },
  {
    words: ['state'],
    load: () => (require('./commands/state') as typeof import('./commands/state')).stateCommand,
  },
  {
    words: ['context'],
    load: () => (require('./commands/context') as typeof import('./commands/context')).contextCommands,
  },
  {
    words: ['recall'],
    load: () => (require('./commands/recall') as typeof import('./commands/recall')).recallCommand,
  },
  {
    words: ['saw'],
    load: () => (require('./commands/saw') as typeof import('./commands/saw')).sawCommand,
  },
  {
    words: ['calls', 'audit'],
    load: () => (require('./commands/audit') as typeof import('./commands/audit')).auditCommands,
  },
  {
    words: ['topics', 'compact'],
    load: () => (require('./commands/topics') as typeof import('./commands/topics')).topicCommands,
  },
  {
    words: ['analytics'],
    load: () => (require('./commands/analytics') as typeof import('./commands/analytics')).analyticsCommand,
  },
  {
    words: ['policy'],
    load: () => (require('./commands/policy') as typeof import('./commands/policy')).policyCommands,
  },
  {
    words: ['plugins'],
    load: () => (require('./commands/plugins') as typeof import('./commands/plugins')).pluginCommands,
  },
  {
    words: ['settings'],
    load: () => (require('./commands/settings') as typeof import('./commands/settings')).settingsCommands,
  },
  {
    words: ['models', 'model'],
    load: () => (require('./commands/models') as typeof import('./commands/models')).modelCommands,
  },
  {
    words: ['dead-letters'],
    load: () =>
      (require('./commands/dead-letters') as typeof import('./commands/dead-letters')).deadLetterCommands,
  },
  {
    words: ['parked'],
    load: () => (require('./commands/parked') as typeof import('./commands/parked')).parkedCommands,
  },
  {
    words: ['keys'],
    load: () => (require('./commands/keys') as typeof import('./commands/keys')).keyCommands,
  },
  { words: ['lag'], load: () => (require('./commands/lag') as typeof import('./commands/lag')).lagCommand },
  {
    words: ['ignored'],
    load: () => (require('./commands/ignored') as typeof import('./commands/ignored')).ignoredCommand,
  },
  {
    words: ['doctor'],
    load: () => (require('./commands/doctor') as typeof import('./commands/doctor')).doctorCommand,
  },
  {
    words: ['kafka'],
    load: () => (require('./commands/kafka') as typeof import('./commands/kafka')).kafkaCommands,
  },
  {
    words: ['demo'],
    load: () => (require('./demo/demo-command') as typeof import('./demo/demo-command')).demoCommand,
  },
  {
    words: ['completion'],
    load: () =>
      (require('./commands/completion') as typeof import('./commands/completion')).completionCommand,
    needsAll: true,
  },
];

/** The groups that a command line may mean: one where its first word is a command, else all, for help and suggestions. */
export function commandGroups(words: readonly string[]): readonly AddCommands[] {
  if (words[0] === '--version') return [];
  const first = words.find((word) => !word.startsWith('-'));
  const meant = groups.filter((group) => first !== undefined && group.words.includes(first));
  const isEnough = meant.length > 0 && !meant.some(({ needsAll }) => needsAll);
  return (isEnough ? meant : groups).map(({ load }) => load());
}
