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
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { readPolicyDocument } from '../policy-document';
import { shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

const POLICIES = '/v1/policies';

/** `policy …`: when and how conversations are reduced (SPEC 0). */
export function policyCommands(program: Command, terminal: Terminal): void {
  const policy = commandGroup(program, 'policy', {
    description: 'list, define and assign policies',
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
    printAnswer(terminal, options, await client.get(route`/v1/policies/${name}`), policyText);
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

  clientCommand(policy, 'assign <conversation> <name>', {
    description: 'put a conversation under a policy, from now on',
    example: 'policy assign chat-1 support',
  }).action((conversation: string, name: string, options: ClientOptions) =>
    put(
      terminal,
      options,
      route`/v1/conversations/${conversation}/policy`,
      JSON.stringify({ name }),
      (answer) =>
        `${shown(conversation)} follows ${shown(name)} from now on, version ${shortVersion(answer)}\n`,
    ),
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
  printAnswer(terminal, options, await client.send('PUT', where, { body }), said);
}
