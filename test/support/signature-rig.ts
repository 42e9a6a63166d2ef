import { randomUUID } from 'node:crypto';
import { canonicalPolicy, planSummary, resolvePolicy, type EventData } from '@verbatim/conversation';
import {
  openSigningKeys,
  policyVersion,
  PostgresConversationReader,
  type ConversationKey,
} from '@verbatim/conversation-store';
import { migrations } from '@verbatim/conversation-store/postgres/migrations';
import {
  CONVERSATION_EVENTS,
  openEventLog,
  recordKey,
  type LogPosition,
  type OutgoingRecord,
  type SigningKeys,
} from '@verbatim/event-log';
import {
  createLogger,
  HealthRegistry,
  loadConfiguration,
  Metrics,
  type Service,
  type ServiceContext,
} from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { startProjector } from '../../apps/projector';
import { startSummarizer } from '../../apps/summarizer';
import { startOpenAiServer } from './openai-server';
import { testDatabase } from './postgres';

export type SignatureRig = Awaited<ReturnType<typeof openSignatureRig>>;

/** A log that anybody may write to, in Kafka where there are brokers, and services with keys of their own choice on it. */
export async function openSignatureRig(brokers: readonly string[] | null) {
  const { url, drop } = await testDatabase(migrations);
  const prefix = `signatures-${randomUUID()}-`;
  const kafka = brokers && {
    VERBATIM_KAFKA: brokers.join(),
    VERBATIM_KAFKA_PREFIX: prefix,
    VERBATIM_KAFKA_SESSION_SECONDS: '6',
  };
  const database = await Database.open({ url, applicationName: 'signatures', poolSize: 4 });
  const log = openEventLog(database, brokers ? { brokers, prefix, sessionMs: 6_000 } : undefined);
  await log.ensureTopic(CONVERSATION_EVENTS, { partitions: 2 });
  const reader = new PostgresConversationReader(database);
  const openai = await startOpenAiServer();
  const running = new Set<Service>();

  const context = (env: NodeJS.ProcessEnv): ServiceContext => ({
    configuration: loadConfiguration({
      env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl, ...kafka, ...env },
    }),
    databaseUrl: url,
    logger: createLogger('signatures', 'silent'),
    metrics: new Metrics(),
    health: new HealthRegistry(),
  });

  const start = async (
    begin: (with_: ServiceContext) => Promise<Service>,
    env: NodeJS.ProcessEnv,
  ): Promise<{ metrics: Metrics; stop(): Promise<void> }> => {
    const { metrics, ...rest } = context(env);
    const service = await begin({ metrics, ...rest });
    running.add(service);
    const stop = async (): Promise<void> => {
      if (running.delete(service)) await service.stop();
    };
    return { metrics, stop };
  };

  /** In their order, by somebody who has no keys. Answers where the last one is. */
  const append = async (...records: readonly OutgoingRecord[]): Promise<LogPosition> => {
    const last = (await log.append(CONVERSATION_EVENTS, records)).at(-1);
    if (!last) throw new Error('nothing was appended');
    return last;
  };

  return {
    database,
    reader,
    openai,
    /** What signs where nothing is configured. */
    keys: await openSigningKeys(database),
    append,
    project: (env: NodeJS.ProcessEnv = {}) => start(startProjector, env),
    summarize: (env: NodeJS.ProcessEnv = {}) => start(startSummarizer, env),

    /** A conversation to which a summary of the messages 0 to 8 is due. */
    async due(key: ConversationKey, keys: SigningKeys): Promise<void> {
      const policy = resolvePolicy({
        preset: 'agentkit',
        summarization: { triggerAt: 12, keepRecent: 4, retriggerAt: 8 },
      });
      const version = policyVersion(canonicalPolicy(policy));
      const assigned = { name: null, origin: 'assigned', version, policy };
      const messages = Array.from({ length: 12 }, (_, at) =>
        eventOf(key, 'MessageAppended', `m${at}`, {
          role: at % 2 === 0 ? 'user' : 'assistant',
          content: `message number ${at}`,
        }),
      );
      await append(keys.sign(eventOf(key, 'PolicyAssigned', 'policy', assigned)), ...messages);
    },

    /** What the summarizer would publish next, but for its text: the fold would take it. */
    async forgery(key: ConversationKey, summary: string) {
      const made = await reader.decide(key, (ws) => {
        const plan = planSummary(ws);
        return plan && { head: ws.head, plan };
      });
      if (!made) throw new Error(`no summary of ${key.conversation} is due`);
      const { head, plan } = made;
      const data: EventData<'CheckpointCreated'> = {
        range: plan.range,
        summary,
        strategy: 'llm',
        mode: 'layered',
        supersedes: [],
        basis: head.position,
        policyVersion: head.policy.version,
        summarizer: 'forger',
        promptVersion: null,
        tokensBefore: plan.tokensBefore,
        tokensAfter: 1,
        usage: null,
        attempt: head.attempts,
      };
      return { id: plan.id, record: eventOf(key, 'CheckpointCreated', plan.id, data) };
    },

    async close(): Promise<void> {
      for (const service of running) await service.stop();
      await openai.close();
      await log.close();
      await database.close();
      await drop();
    },
  };
}

export function eventOf(
  { tenant, conversation }: ConversationKey,
  type: string,
  id: string,
  data: object,
): OutgoingRecord {
  const event = {
    specversion: '1.0',
    id,
    source: 'rig',
    type,
    subject: conversation,
    tenantid: tenant,
    data,
  };
  return { key: recordKey(tenant, conversation), value: Buffer.from(JSON.stringify(event)) };
}
