import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { noticeLines } from '../notices';
import { displayOf, printAnswer, printList } from '../output';
import { pages } from '../paging';
import { readPolicyDocument } from '../policy-document';
import { details, members, shown } from '../rendering';
import type { Terminal } from '../terminal';
import { policyTryCommand } from './policy-try';

interface AssignOptions extends ClientOptions {
  readonly existing?: true;
}

const POLICIES = '/v1/policies';

/** `policy …`: when and how conversations are reduced (SPEC 0). */
export function policyCommands(program: Command, terminal: Terminal): void {
  const policy = commandGroup(program, 'policy', {
    description: 'list, define, try and assign policies',
    example: 'policy assign chat-1 agentkit',
  });

  clientCommand(policy, 'list', { description: 'list the policies', example: 'policy list' }).action(
    async (options: ClientOptions) => {
      const list = pages(await connect(options), { path: POLICIES });
      await printList(terminal, options, list, [
        column.text('Policy', 'name'),
        column.prose('Version', 'version'),
        column.flag('Default', 'default'),
        column.time('Updated', 'updatedAt'),
      ]);
    },
  );

  clientCommand(policy, 'show <name>', {
    description: 'print a policy as it was resolved; "default" is the one in force where none was assigned',
    example: 'policy show agentkit --json',
  }).action(async (name: string, options: ClientOptions) => {
    const client = await connect(options);
    const answer = await client.get(route`/v1/policies/${name}`);
    printAnswer(terminal, options, answer, policyText);
    if (!options.json) terminal.err(noticeLines(answer.value(), displayOf(terminal, options)));
  });

  clientCommand(policy, 'set <name> <file>', {
    description: 'define a policy by a document in YAML or JSON',
    example: 'policy set support policies/support.yaml',
  }).action(async (name: string, file: string, options: ClientOptions) => {
    await put(terminal, options, route`/v1/policies/${name}`, await readPolicyDocument(file));
  });

  policyTryCommand(policy, terminal);

  clientCommand(policy, 'remove <name>', {
    description: 'remove a stored policy; conversations that are under it keep it',
    example: 'policy remove support',
  }).action(async (name: string, options: ClientOptions) => {
    const client = await connect(options);
    printAnswer(terminal, options, await client.delete(route`/v1/policies/${name}`), removedText);
  });

  clientCommand(policy, 'assign <conversation> <name>', {
    description: 'put a conversation under a policy, from now on',
    example: 'policy assign chat-1 support --existing',
  })
    .option('--existing', 'refuse a conversation that is not known: its name may be mistyped')
    .action((conversation: string, name: string, options: AssignOptions) =>
      assign(terminal, options, conversation, name),
    );

  clientCommand(policy, 'default <name>', {
    description: 'make a policy the default, also of conversations in use that follow it',
    example: 'policy default support',
  }).action((name: string, options: ClientOptions) =>
    put(terminal, options, `${POLICIES}/default`, JSON.stringify({ name })),
  );
}

async function put(terminal: Terminal, options: ClientOptions, where: string, body: string): Promise<void> {
  const client = await connect(options);
  printAnswer(
    terminal,
    options,
    await client.send('PUT', where, { body }),
    (value, display) => details(value, ['notices']) + noticeLines(value, display),
  );
}

async function assign(
  terminal: Terminal,
  options: AssignOptions,
  conversation: string,
  name: string,
): Promise<void> {
  const client = await connect(options);
  const where = route`/v1/conversations/${conversation}/policy`;
  const path = options.existing ? `${where}?existing=true` : where;
  const answer = await client.send('PUT', path, { body: JSON.stringify({ name }) });
  printAnswer(terminal, options, answer, (value, display) => assignedText(conversation, value, display));
}

function assignedText(conversation: string, value: unknown, display: Display): string {
  const { name, version, isNew, near } = members(value);
  const names = Array.isArray(near) ? near.map(shown) : [];
  const like = names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
  const facts = [
    { name: 'Conversation', value: conversation },
    { name: 'Policy', value: name },
    { name: 'Version', value: version },
  ];
  const told = isNew === true ? `${shown(conversation)} is new: it has no message yet${like}\n` : '';
  return display.facts(facts) + told + noticeLines(value, display);
}

function policyText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function removedText(value: unknown, display: Display): string {
  const { name, preset, conversations } = members(value);
  const kept =
    conversations === 0
      ? ''
      : `It stays in force in ${display.number(Number(conversations))} of the conversations: their journal holds all of it.\n`;
  const again = preset === true ? `The preset ${String(name)} is there again, as it is shipped.\n` : '';
  return `Removed ${String(name)}.\n${kept}${again}`;
}
