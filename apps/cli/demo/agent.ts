import type { Chat, Script } from './chat';
import type { ProjectFiles } from './project-files';
import { firstExport, mostHits, quotes } from './reading';
import type { Task } from './tasks';
import { runTool, type ToolCall } from './tools';

const SYSTEM =
  'You answer questions about a software project from its own files. ' +
  'Tools: list_files {folder}, read_file {path}, search {text, folder}. Quote what you rely on, with path and line.';

interface Result {
  readonly call: ToolCall;
  readonly text: string;
}

/**
 * An agent whose decisions are written here instead of a model's: it asks for a context wherever a model would be
 * called, and works with what its tools really find. The same files give the same conversation.
 */
export function exploration(files: ProjectFiles, tasks: readonly Task[]): Script {
  return async (chat) => {
    await chat.append(JSON.stringify({ role: 'system', content: SYSTEM }));
    const agent = new Agent(chat, files);
    for (const task of tasks) await agent.solve(task);
  };
}

class Agent {
  private calls = 0;

  constructor(
    private readonly chat: Chat,
    private readonly files: ProjectFiles,
  ) {}

  async solve({ question, folder, term }: Task): Promise<void> {
    await this.chat.append(JSON.stringify({ role: 'user', content: question }));
    await this.use(`I begin with what ${folder} holds.`, { name: 'list_files', arguments: { folder } });
    const search: ToolCall = { name: 'search', arguments: { text: term, folder } };
    const hits = await this.use(`Now every line there that says "${term}".`, search);
    const first = mostHits(hits, []);
    const read = await this.use('These speak of it most; I read them.', ...first.map(readFile));
    const symbol = firstExport(read);
    const uses = await this.use(`Who uses ${symbol}?`, {
      name: 'search',
      arguments: { text: symbol, folder: '.' },
    });
    const others = mostHits(uses, first);
    const readToo = await this.use('The places that use it.', ...others.map(readFile));
    await this.chat.call();
    const content = answer(question, term, [...read, ...readToo]);
    await this.chat.append(JSON.stringify({ role: 'assistant', content }));
  }

  /** One iteration: a model call, its tool calls, all of them at once, and their results. */
  private async use(content: string, ...calls: readonly ToolCall[]): Promise<Result[]> {
    if (calls.length === 0) return [];
    await this.chat.call();
    const made = calls.map((call) => ({ id: `call_${++this.calls}`, call }));
    const tool_calls = made.map(({ id, call }) => ({
      id,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }));
    await this.chat.append(JSON.stringify({ role: 'assistant', content, tool_calls }));
    const results = await Promise.all(
      made.map(async ({ call }) => ({ call, text: await runTool(this.files, call) })),
    );
    for (const [index, { text }] of results.entries()) {
      await this.chat.append(JSON.stringify({ role: 'tool', tool_call_id: made[index]?.id, content: text }));
    }
    return results;
  }
}

function readFile(path: string): ToolCall {
  return { name: 'read_file', arguments: { path } };
}

function answer(question: string, term: string, read: readonly Result[]): string {
  const found = read.flatMap(({ call, text }) =>
    call.name === 'read_file' ? quotes(call.arguments.path, text, term) : [],
  );
  if (found.length === 0) return `${question} I found no line that says it.`;
  return `${question} This is what the files say:\n${found.join('\n')}`;
}
