import { call, ConversationClient, report, type Message, type Problem } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';
import { brokenRules } from './check-context';
import { dataFolder, dataIsThere, recordings, type Recording } from './data-sets';

jest.setTimeout(240_000);

/** Input tokens: what gpt-4o has room for, and very little. */
const budgets = [128_000 - 4096, 8_000];
const CONCURRENCY = 4;
/** `VERBATIM_FULL_RIG=1` replays all ten recordings under each policy, else every other one under two. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';

const policies = {
  'window-only': {},
  agentkit: {
    summarization: { triggerAt: 20, keepRecent: 6, retriggerAt: 12 },
    toolResults: { keepRecent: 3, placeholder: '[Omitted, see {ref}]' },
  },
  'hpd-counting': { targetMessageCount: 12, summarizationThreshold: 4 },
  'hpd-summarizing': { targetMessageCount: 12, summarizationThreshold: 4 },
};

interface Verification {
  readonly segments: string;
  readonly fold: string;
  readonly differences: readonly unknown[];
}

class Figures {
  conversations = 0;
  messages = 0;
  checkpoints = 0;
  contexts = 0;
  verified = 0;
  contextMs = 0;
  verifyMs = 0;
  readonly degraded = new Map<string, number>();
  readonly problems: string[] = [];

  line(preset: string): string {
    const { conversations, messages, checkpoints, contexts, verified, contextMs, verifyMs } = this;
    const degraded = [...this.degraded].map(([code, count]) => `${code} ${count}`).join(', ');
    return (
      `data sets, ${preset}: ${conversations} conversations, ${messages} messages, ${checkpoints} checkpoints, ` +
      `${contexts} contexts (${(contextMs / contexts).toFixed(1)} ms each), ${verified} verified both ways ` +
      `(${(verifyMs / contexts).toFixed(1)} ms each); degraded: ${degraded || 'none'}`
    );
  }
}

let services: RunningServices;

beforeAll(async () => {
  if (dataIsThere) services = await startServices({ env: { VERBATIM_LOG_LEVEL: 'error' } });
});

afterAll(() => services?.stop());

/** Says one recording message by message and asks for a context before each assistant message. */
async function replay({ name, messages }: Recording, preset: string, figures: Figures): Promise<void> {
  const conversation = new ConversationClient(services.url, `${preset}/${name}`);
  const said = new Map<string, Message>();
  let waiting: Message[] = [];
  await conversation.assign({ preset, ...policies[preset as keyof typeof policies] });
  for (const message of messages) {
    if (message.role === 'assistant' && waiting.length > 0) {
      const ids = waiting.map((_, index) => `m${said.size + index}`);
      for (const [index, each] of waiting.entries()) said.set(ids[index] ?? '', each);
      const { cursor } = await conversation.append(waiting, ids);
      for (const budget of budgets) await checkContext(conversation, said, budget, cursor, figures);
      waiting = [];
    }
    waiting.push(message);
  }
  await conversation.append(waiting);
  const { checkpoints } = await conversation.settled(messages.length);
  const raw = (await conversation.messages()).map(({ message }) => message);
  expect(raw).toEqual(messages);
  figures.conversations += 1;
  figures.messages += messages.length;
  figures.checkpoints += checkpoints;
}

async function checkContext(
  conversation: ConversationClient,
  said: ReadonlyMap<string, Message>,
  budget: number,
  after: string,
  figures: Figures,
): Promise<void> {
  const at = `${conversation.id} after ${said.size} messages, ${budget} tokens`;
  const started = performance.now();
  const answer = await conversation.tryContext({ after, budget: { tokens: budget } });
  figures.contexts += 1;
  figures.contextMs += performance.now() - started;
  if (answer.status !== 200) {
    const { code, detail } = answer.body as Problem;
    figures.problems.push(`${at}: ${answer.status} ${code}: ${detail}`);
    return;
  }
  const served = answer.body as Awaited<ReturnType<ConversationClient['context']>>;
  for (const { code } of served.degraded) figures.degraded.set(code, (figures.degraded.get(code) ?? 0) + 1);
  const broken = await brokenRules(served, { said, budget });
  figures.problems.push(...broken.map((rule) => `${at}: ${rule}`));
  const verifying = performance.now();
  const { body } = await call<Verification>(services.url, 'GET', `/v1/calls/${served.callId}/verify`);
  figures.verifyMs += performance.now() - verifying;
  if (body.segments === 'ok' && body.fold === 'ok') figures.verified += 1;
  else figures.problems.push(`${at}: ${JSON.stringify(body.differences)}`);
}

const title = 'recorded conversations under %s: a context at every turn is valid, in budget and proven';

(dataIsThere ? test : test.skip).each(isFull ? Object.keys(policies) : ['window-only', 'agentkit'])(
  dataIsThere ? title : `${title} (skipped: no data sets in ${dataFolder}, see VERBATIM_DATA_SETS)`,
  async (preset) => {
    const figures = new Figures();
    const waiting = recordings().filter((_, index) => isFull || index % 5 === 0);
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await replay(next, preset, figures);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    report(figures.line(preset));
    expect(figures.problems.slice(0, 10)).toEqual([]);
    expect(figures.verified).toBe(figures.contexts);
  },
);
