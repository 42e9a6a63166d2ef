import { performance } from 'node:perf_hooks';
import { Database } from '@verbatim/postgres';
import { ConversationClient } from '../support/conversation-client';
import { startOpenAiServer } from '../support/openai-server';
import { closeTestServer, openTestServer } from '../support/postgres-server';
import { startServices, type RunningServices } from '../support/services';
import { table } from './timing';

/** Messages of the histories that are compared, and how many are appended at once. */
const LENGTHS = [200, 2_000, 20_000];
const BATCH = 1_000;
/** Contexts, and floors, of which the fastest counts. */
const TIMES = 15;

const noLimits = { limitRequests: null, limitInput: null, limitOutput: null };

const PRESETS: Readonly<Record<string, object>> = {
  'window-only': { preset: 'window-only' },
  agentkit: { preset: 'agentkit', history: { mergeSummariesAt: 8 } },
  'hpd-summarizing': { preset: 'hpd-summarizing' },
  'hpd-counting': { preset: 'hpd-counting' },
  chainlite: { preset: 'chainlite' },
  'agent-zero': { preset: 'agent-zero', newTopicOn: 'user-message', ...noLimits },
  'agent-mcp': { preset: 'agent-mcp' },
};

const HEADINGS = ['preset', 'messages', 'shown', 'context ms', 'floor ms', 'context / floor'];

/**
 * What a context costs in histories of different length, over HTTP: it should be that of the window alone. The floor is
 * reading as many of the newest records from the journal as the context shows, over one connection in the same run. An
 * argument picks presets by their names.
 */
async function main(picked = ''): Promise<void> {
  await openTestServer();
  const openai = await startOpenAiServer();
  const services = await startServices({
    env: { OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: openai.baseUrl },
  });
  const database = await Database.open({ url: services.databaseUrl, applicationName: 'bench', poolSize: 1 });
  try {
    for (const [preset, policy] of Object.entries(PRESETS).filter(([name]) => name.includes(picked))) {
      const rows: (string | number)[][] = [];
      for (const messages of LENGTHS) rows.push(await measured(services, database, preset, policy, messages));
      console.log(table(HEADINGS, rows));
    }
  } finally {
    await database.close();
    await services.stop();
    await openai.close();
    await closeTestServer();
  }
}

async function measured(
  { url }: RunningServices,
  database: Database,
  preset: string,
  policy: object,
  messages: number,
): Promise<(string | number)[]> {
  const conversation = new ConversationClient(url, `${preset}-${messages}`);
  await conversation.assign(policy);
  for (let from = 0; from < messages; from += BATCH) {
    await conversation.append(exchanges(from, Math.min(BATCH, messages - from)));
  }
  await conversation.settled(messages);
  const { segments } = await conversation.context();
  const context = await fastest(() => conversation.context());
  const floor = await fastest(() => newestRecords(database, conversation.id, segments.length));
  return [preset, messages, segments.length, context, floor, context / floor];
}

/** Four messages a turn: a question, a call, its result of about 1,500 characters, an answer. */
function exchanges(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const id = `call-${Math.floor(number / 4)}`;
    switch (number % 4) {
      case 0:
        return { role: 'user', content: `What is in record ${number}?` };
      case 1:
        return {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id, type: 'function', function: { name: 'read', arguments: `{"record":${number}}` } },
          ],
        };
      case 2:
        return { role: 'tool', tool_call_id: id, content: `record ${number}: ${'value '.repeat(250)}` };
      default:
        return { role: 'assistant', content: `Record ${number - 3} holds values.` };
    }
  });
}

async function newestRecords(database: Database, conversation: string, count: number): Promise<void> {
  await database.query(
    `SELECT payload FROM journal WHERE tenant = 'default' AND conversation = $1 ORDER BY position DESC LIMIT $2`,
    [conversation, count],
  );
}

async function fastest(run: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < TIMES; time += 1) {
    const begin = performance.now();
    await run();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

void main(process.argv[2]);
