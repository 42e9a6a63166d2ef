import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { readDocument } from '../document-file';
import { CommandFailure } from '../failure';
import { printList } from '../output';
import { pages } from '../paging';
import { members } from '../rendering';
import type { Terminal } from '../terminal';

/** `models …`: the model registry (SPEC 6). */
export function modelCommands(program: Command, terminal: Terminal): void {
  const models = commandGroup(program, 'models', {
    description: 'list and define the models that contexts can be made for',
    example: 'models set models.json',
  });

  clientCommand(models, 'list', { description: 'list the models', example: 'models list' }).action(
    async (options: ClientOptions) => {
      const list = pages(await connect(options), { path: '/v1/models' });
      const columns = ['id', 'provider', 'maxContext.tokens', 'maxOutput', 'encoding', 'exact'];
      await printList(terminal, options.json, list, columns);
    },
  );

  clientCommand(models, 'set <file>', {
    description: 'define the models of a file (one entry or a list, YAML or JSON) over the shipped ones',
    example: 'models set models.json',
  }).action((file: string, options: ClientOptions) => set(terminal, file, options));
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
