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
import { column } from '../display/column';
import { readDocument } from '../document-file';
import { CommandFailure } from '../failure';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { members, shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

/** Prices are dollars for a million tokens. */
const columns = [
  column.text('Model', 'id'),
  column.prose('Provider', 'provider'),
  column.number('Messages', 'maxContext.messages'),
  column.number('Context', 'maxContext.tokens'),
  column.number('Budget', 'tokenBudget'),
  column.number('Output', 'maxOutput'),
  column.money('$ in', 'prices.input'),
  column.money('$ cached', 'prices.cachedInput'),
  column.money('$ out', 'prices.output'),
  column.text('Counts', (model) => (valueAt(model, 'exact') === true ? 'exact' : 'about')),
];

/** `models …`: the model registry; `model`: the one of a conversation (SPEC 6). */
export function modelCommands(program: Command, terminal: Terminal): void {
  const models = commandGroup(program, 'models', {
    description: 'list and define the models that contexts can be made for',
    example: 'models set models.json',
  });

  listCommand(models, 'list', {
    description: 'list the models: tokens of a context and of an answer, US dollars for a million tokens',
    example: 'models list',
  }).action(async ({ limit, ...options }: ListOptions) => {
    const list = pages(await connect(options), { path: '/v1/models', limit });
    await printList(terminal, options, list, columns);
  });

  clientCommand(models, 'set <file>', {
    description: 'define the models of a file (one entry or a list, YAML or JSON) over the shipped ones',
    example: 'models set models.json',
  }).action((file: string, options: ClientOptions) => set(terminal, file, options));

  clientCommand(program, 'model <conversation> <name>', {
    description: 'switch the model of a conversation',
    example: 'model chat-1 gpt-5',
  }).action(async (conversation: string, model: string, options: ClientOptions) => {
    const client = await connect(options);
    const where = route`/v1/conversations/${conversation}/model`;
    const answer = await client.send('POST', where, { body: JSON.stringify({ model }) });
    const switched = `${shown(conversation)} is on ${shown(model)} from now on`;
    printAnswer(
      terminal,
      options,
      answer,
      (value) => `${switched}, by event ${shown(valueAt(value, 'events.0.id'))}\n`,
    );
  });
}

async function set(terminal: Terminal, file: string, options: ClientOptions): Promise<void> {
  const document = await readDocument(file);
  const entries = (document.kind === 'array' ? document.elements() : [document]).map((entry) => {
    const { id } = members(entry.value());
    if (typeof id === 'string' && id !== '') return { id, body: entry.slice() };
    throw new CommandFailure(`${file}: expected one model, or a list of them, each with an "id"`);
  });
  const client = await connect(options);
  for (const { id, body } of entries) {
    await client.send('PUT', route`/v1/models/${id}`, { body });
    if (!options.json) terminal.out(`set ${id}\n`);
  }
  if (options.json) terminal.out(`${JSON.stringify({ set: entries.map(({ id }) => id) })}\n`);
}
