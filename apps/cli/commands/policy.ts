import type { Command } from 'commander';
import { route } from '../api-client';
import {
  clientCommand,
  commandGroup,
  listCommand,
  type ClientOptions,
  type ListOptions,
} from '../client-command';
import { connect } from '../connection';
import type { Display } from '../display/display';
import { policyColumns, policyText, shortVersion } from '../display/policy-text';
import { noticeLines } from '../notices';
import { displayOf, printAnswer, printList } from '../output';
import { pages } from '../paging';
import { readPolicyDocument } from '../policy-document';
import { members, shown, valueAt } from '../rendering';
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

  listCommand(policy, 'list', { description: 'list the policies', example: 'policy list' }).action(
    async ({ limit, ...options }: ListOptions) => {
      const list = pages(await connect(options), { path: POLICIES, limit });
      await printList(terminal, options, list, policyColumns);
    },
  );

  clientCommand(policy, 'show <name>', {
    description:
      'print a policy as it was resolved, in YAML that `policy set` takes; ' +
      '"default" is the one in force where none was assigned',
    example: 'policy show agentkit',
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
    const body = await readPolicyDocument(file);
    await put(terminal, options, route`/v1/policies/${name}`, body, (answer) => {
      return `policy ${name} is set, version ${shortVersion(answer)}\n`;
    });
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
    put(terminal, options, `${POLICIES}/default`, JSON.stringify({ name }), (answer, display) => {
      const followers = display.count(Number(valueAt(answer, 'conversations') ?? 0), 'conversation');
      return `${shown(name)} is the default now, version ${shortVersion(answer)}; ${followers} in use got it\n`;
    }),
  );
}

async function put(
  terminal: Terminal,
  options: ClientOptions,
  where: string,
  body: string,
  said: (answer: unknown, display: Display) => string,
): Promise<void> {
  const client = await connect(options);
  printAnswer(
    terminal,
    options,
    await client.send('PUT', where, { body }),
    (value, display) => said(value, display) + noticeLines(value, display),
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
  const { name, isNew, near } = members(value);
  const names = Array.isArray(near) ? near.map(shown) : [];
  const like = names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
  const follows = `${shown(conversation)} follows ${shown(name)} from now on, version ${shortVersion(value)}\n`;
  const told = isNew === true ? `${shown(conversation)} is new: it has no message yet${like}\n` : '';
  return follows + told + noticeLines(value, display);
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
