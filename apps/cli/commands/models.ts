import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { readDocument } from '../document-file';
import { CommandFailure } from '../failure';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { details, members } from '../rendering';
import type { Terminal } from '../terminal';

/** `models …`: the model registry; `model`: the one of a conversation (SPEC 6). */
export function modelCommands(program: Command, terminal: Terminal): void {
  const models = commandGroup(program, 'models', {
    description: 'list and define the models that contexts can be made for',
    example: 'models set models.json',
  });

  clientCommand(models, 'list', { description: 'list the models', example: 'models list' }).action(
    async (options: ClientOptions) => {
      const list = pages(await connect(options), { path: '/v1/models' });
      const columns = [
        column.text('Model', 'id'),
        column.text('Provider', 'provider'),
        column.number('Messages', 'maxContext.messages'),
        column.number('Tokens', 'maxContext.tokens'),
        column.number('Budget', 'tokenBudget'),
        column.number('Output', 'maxOutput'),
        column.text('Encoding', 'encoding'),
        column.flag('Exact', 'exact'),
        column.money('Input', 'prices.input'),
        column.money('Cached', 'prices.cachedInput'),
        column.money('Output', 'prices.output'),
      ];
      await printList(terminal, options, list, columns);
    },
  );

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
    printAnswer(terminal, options, answer, (value) => details(value));
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
