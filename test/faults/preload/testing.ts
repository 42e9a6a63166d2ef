import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@verbatim/postgres';
import { BuiltVerbatim } from '../../../apps/cli/testing/verbatim-process';
import { call, ConversationClient, type Message } from '../../support/conversation-client';
import type { OpenAiServer } from '../../support/openai-server';
import { testDatabase, type TestDatabase } from '../../support/postgres';
import type { ServiceName } from '../../support/supervised-process';
import { preloadWith, type PreloadFaults } from './faults';

const services: readonly ServiceName[] = ['projector', 'summarizer', 'context-builder'];
const policy = { preset: 'agentkit', summarization: { triggerAt: 8, keepRecent: 3, retriggerAt: 6 } };
const TURNS = 3;

/** A folder that is gone after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-preload-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A question, a call, its result and an answer. */
export function turn(number: number): Message[] {
  const asked = { id: `call-${number}`, type: 'function', function: { name: 'look_up', arguments: '{}' } };
  return [
    { role: 'user', content: `question ${number}` },
    { role: 'assistant', content: null, tool_calls: [asked] },
    { role: 'tool', tool_call_id: asked.id, content: `found ${number}` },
    { role: 'assistant', content: `answer ${number}` },
  ];
}

/** The three services on a database of their own, each with these faults. */
export class Services {
  readonly processes: BuiltVerbatim[] = [];
  url = '';

  private constructor(
    private readonly stored: TestDatabase,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(
    model: OpenAiServer,
    faults: PreloadFaults | null,
    brokers: readonly string[] = [],
  ): Promise<Services> {
    const stored = await testDatabase();
    const started = new Services(stored, {
      DATABASE_URL: stored.url,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.baseUrl,
      VERBATIM_LOG_LEVEL: 'warn',
      VERBATIM_KAFKA_PREFIX: `preload-${randomUUID()}-`,
      ...(brokers.length > 0 && { KAFKA_BROKERS: brokers.join() }),
      ...(faults && preloadWith(faults)),
    });
    const urls = await Promise.all(services.map((name) => started.launch(name).listening()));
    started.url = urls.at(-1) ?? '';
    return started;
  }

  launch(name: ServiceName): BuiltVerbatim {
    const process = new BuiltVerbatim(this.settings, 'serve', '--only', name, '--port', '0');
    this.processes.push(process);
    return process;
  }

  /** What a small conversation comes to: the bytes of a context that holds a summary. */
  async converse(): Promise<string> {
    const client = new ConversationClient(this.url, 'chat');
    for (let number = 0; number < TURNS; number += 1) {
      await client.append(
        turn(number),
        [0, 1, 2, 3].map((index) => `event-${number}-${index}`),
      );
      await client.settled(4 * (number + 1));
      if (number === 0) await client.assign(policy);
    }
    const path = '/v1/conversations/chat/context';
    const { body } = await call<{ readonly body: object }>(this.url, 'POST', path, { model: 'gpt-4o' });
    return JSON.stringify(body.body);
  }

  /** Rows of the journal. */
  async journaled(): Promise<number> {
    const database = await Database.open({ url: this.stored.url, applicationName: 'rig', poolSize: 1 });
    try {
      return (await database.query('SELECT FROM journal')).length;
    } finally {
      await database.close();
    }
  }

  /** The exit codes. */
  async stop(): Promise<(number | null)[]> {
    const codes = await Promise.all(this.processes.map((process) => process.end('SIGTERM')));
    await this.stored.drop();
    return codes;
  }
}
