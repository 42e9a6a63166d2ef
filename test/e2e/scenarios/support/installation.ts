import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CommandProcess } from '../../../../apps/cli/testing/command-process';
import { Load } from '../../../faults/load/load';
import { Truth } from '../../../faults/load/truth';
import { Random } from '../../../faults/world/random';
import { SupervisedProcess, type ServiceName } from '../../../support/supervised-process';
import { assignToAll } from '../../../support/kafka-rig/operations';
import { startOpenAiServer, type OpenAiServer } from '../../../support/openai-server';
import { terseModel } from '../../../support/terse-model';

const PROGRAM = join(__dirname, '../../../../apps/cli/bin/verbatim.js');
/** The first is whom the command line asks as. */
export const tenants = ['default', 'other'];
const CONVERSATIONS = 8;
const EVENTS_A_SECOND = 250;

/** Services in processes of their own, the database of which is told at each start; the load of the fault rig; a model. */
export class Installation {
  private running: SupervisedProcess[] = [];

  private constructor(
    readonly kafka: { readonly brokers: readonly string[] } | null,
    readonly model: OpenAiServer,
    readonly settings: Readonly<Record<string, string>>,
    readonly seed: number,
  ) {}

  static async open(brokers: readonly string[] | null, seed: number): Promise<Installation> {
    const model = await startOpenAiServer({ respond: terseModel });
    const kafka = brokers && {
      KAFKA_BROKERS: brokers.join(),
      VERBATIM_KAFKA_PREFIX: `backup-${randomUUID()}-`,
      VERBATIM_KAFKA_SESSION_SECONDS: '6',
    };
    const settings = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseUrl, ...kafka };
    return new Installation(brokers && { brokers }, model, settings, seed);
  }

  async start(databaseUrl: string, ...names: readonly ServiceName[]): Promise<void> {
    for (const name of names) {
      const words = ['--only', name, '--port', '0'];
      const service = new SupervisedProcess(name, {
        words,
        env: { ...this.settings, DATABASE_URL: databaseUrl },
      });
      this.running.push(service);
      await service.url();
    }
  }

  /** Drains all of them. @returns their exit codes */
  async stop(): Promise<(number | null)[]> {
    return Promise.all(this.running.splice(0, Infinity).map((service) => service.down()));
  }

  /** Of the context-builder. */
  url = async (): Promise<string> => {
    const service = this.running.find(({ name }) => name === 'context-builder');
    if (service === undefined) throw new Error('no context-builder runs');
    return service.url();
  };

  /** What `verbatim …` prints of the running services. @throws Error where it ends with anything but 0 */
  async command(...words: readonly string[]): Promise<string> {
    const command = new CommandProcess([PROGRAM, ...words, '--url', await this.url()], {});
    const code = await command.exitCode();
    if (code !== 0) throw new Error(`${words.join(' ')}: ${code}: ${command.stdout}${command.stderr}`);
    return command.stdout;
  }

  /** What conversations open with. */
  async choosePolicy(policy: object): Promise<void> {
    await assignToAll(await this.url(), policy);
  }

  /** The same each time: the same ids and bytes. */
  load(events: number): { readonly load: Load; readonly truth: Truth } {
    const truth = new Truth(tenants);
    const topic = `${this.settings['VERBATIM_KAFKA_PREFIX']}conversation-events`;
    const load = new Load({
      events,
      tenants,
      conversations: CONVERSATIONS,
      seconds: events / EVENTS_A_SECOND,
      kafka: this.kafka && { brokers: this.kafka.brokers, topic },
      url: this.url,
      truth,
      random: new Random(this.seed).for('load'),
    });
    return { load, truth };
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((service) => service.abandon()));
    await this.model.close();
  }
}
