import { WORTH_SUMMARISING } from '@verbatim/conversation';
import type { OperationsReader, ReceiptFeed } from '@verbatim/conversation-store';
import {
  CONVERSATION_EVENTS,
  type EventLog,
  type KeptTopic,
  type RetentionLimits,
} from '@verbatim/event-log';
import { redact, type Logger } from '@verbatim/platform';
import type { PolicyCatalogue } from '../configuration/policy-catalogue';
import type { PluginDirectory } from '../plugins/plugin-directory';
import { diagnosis, ok, problem, type Check, type Diagnosis } from './check';
import * as conversations from './checks/conversations';
import { ignoredEvents } from './checks/ignored';
import * as partitions from './checks/partitions';
import { historyPlugins } from './checks/plugins';
import { windowCeiling } from './checks/policies';
import { relayedReceipts } from './checks/relay';
import { keptRecords } from './checks/retention';
import * as resources from './checks/resources';
import { journalProtection, SERVICE_ROLES, serviceRoles } from './checks/protection';
import { signatures, type Signing } from './checks/signatures';
import * as versions from './checks/versions';
import type { LagService } from './lag-service';
import { manifest } from './manifest';
import { settledLag } from './settled-lag';

export interface DoctorOptions {
  readonly operations: OperationsReader;
  readonly lag: LagService;
  readonly log: Pick<EventLog, 'examine'>;
  /** The schema that this version knows. */
  readonly migrations: readonly string[];
  readonly partitions: number;
  /** Who may ask: where the service listens, and whether requests need an API key. */
  readonly access: { readonly host: string; readonly keysRequired: boolean };
  readonly signing: Signing;
  readonly relay: { readonly on: boolean; readonly feed: Pick<ReceiptFeed, 'lag'> };
  /** Of the embedded log; null where the log is Kafka. */
  readonly retention: { readonly limits: RetentionLimits; kept(): Promise<KeptTopic[]> } | null;
  readonly policies: Pick<PolicyCatalogue, 'list' | 'defaultInForce'>;
  readonly plugins: Pick<PluginDirectory, 'available'>;
  /** The operator's ceiling over all policies, in messages. */
  readonly ceiling: number;
  /** Bytes free on the disk of the embedded Postgres; null where Postgres is elsewhere. */
  readonly freeBytes: () => Promise<number | null>;
  readonly logger: Logger;
}

/** Looks at everything that operators can set wrong, and says what to do about each. */
export class DoctorService {
  constructor(private readonly options: DoctorOptions) {}

  /** Never rejects: what cannot be looked at is a problem of its own. Only the tenant's conversations are named. */
  async diagnose(tenant: string): Promise<Diagnosis> {
    return diagnosis([
      ...(await this.installation()),
      ...(await this.log()),
      ...(await this.conversations(tenant)),
    ]);
  }

  private async installation(): Promise<Check[]> {
    const { operations, migrations, access, freeBytes } = this.options;
    return [
      ...(await this.look('verbatim', () => [versions.verbatimVersion()])),
      ...(await this.look('node', () => [
        versions.nodeVersion(process.versions.node, manifest().engines.node),
      ])),
      ...(await this.look('postgres', async () => {
        const asked = Date.now();
        const facts = await operations.databaseFacts();
        const middle = new Date((asked + Date.now()) / 2);
        return [versions.postgresVersion(facts), versions.clockDifference(facts, middle)];
      })),
      ...(await this.look('migrations', async () => [
        versions.appliedSchema(await operations.appliedMigrations(), migrations),
      ])),
      ...(await this.look('journal', async () => {
        const found = await operations.journalProtection(SERVICE_ROLES);
        return [serviceRoles(found), journalProtection(found)];
      })),
      ...(await this.look('resources', async () => {
        const found = await operations.resources(resources.OPEN_SECONDS);
        return [
          resources.databaseConnections(found),
          ...resources.openTransactions(found),
          resources.diskSpace(found, await freeBytes()),
          ...resources.modelCircuits(found),
        ];
      })),
      ...(await this.look('plugins', async () => [historyPlugins(await this.options.plugins.available())])),
      keys(access),
    ];
  }

  private async log(): Promise<Check[]> {
    const { log, lag, partitions: configured, relay, retention } = this.options;
    return [
      ...(await this.look('topic', async () =>
        partitions.topicSettings(CONVERSATION_EVENTS, await log.examine(CONVERSATION_EVENTS)),
      )),
      ...(await this.look('lag', async () => {
        const settled = await settledLag(() => lag.lag());
        return [
          partitions.partitionCount(settled, configured),
          partitions.claimedPositions(settled),
          ...partitions.faultyPartitions(settled),
          partitions.movement(settled),
        ];
      })),
      ...(await this.look('retention', async () =>
        retention === null ? [] : keptRecords(await retention.kept(), retention.limits),
      )),
      ...(await this.look('relay', async () => [relayedReceipts(relay.on, await relay.feed.lag())])),
    ];
  }

  private async conversations(tenant: string): Promise<Check[]> {
    const { operations } = this.options;
    const lately = conversations.LATELY_HOURS;
    const looks: readonly [string, () => Promise<Check>][] = [
      ['window', () => this.window(tenant)],
      ['dead-letters', async () => conversations.deadLetters(await operations.deadLetterTallies(tenant))],
      ['parked', async () => conversations.parkedConversations(await operations.parked(tenant))],
      ['work', async () => conversations.failedWork(await operations.failedWork(tenant))],
      [
        'signatures',
        async () => signatures(await operations.signatureRefusals(tenant, lately), this.options.signing),
      ],
      ['refused', async () => conversations.refusedEvents(await operations.refused(tenant, lately))],
      ['ignored', async () => ignoredEvents(await operations.ignored(tenant, lately))],
      [
        'reduction',
        async () =>
          conversations.unreducedConversations(await operations.unreduced(tenant, lately, WORTH_SUMMARISING)),
      ],
      ['mixed-partitions', async () => conversations.mixedPartitions(await operations.mixed(tenant, lately))],
    ];
    const checks: Check[] = [];
    for (const [name, look] of looks) checks.push(...(await this.look(name, async () => [await look()])));
    return checks;
  }

  /** A tenant may have replaced presets; those as they are shipped concern it where one is its default. */
  private async window(tenant: string): Promise<Check> {
    const { policies, ceiling } = this.options;
    const inForce = await policies.defaultInForce(tenant);
    const own = (await policies.list(tenant)).filter(
      ({ name, updatedAt }) => updatedAt !== null && name !== inForce.name,
    );
    return windowCeiling([inForce, ...own], ceiling);
  }

  private async look(check: string, look: () => Check[] | Promise<Check[]>): Promise<Check[]> {
    try {
      return await look();
    } catch (error) {
      this.options.logger.warn({ err: error, check }, 'a check could not be made');
      const reason = redact(error instanceof Error ? error.message : String(error));
      const remedy =
        "see /readyz and the service's log; where the schema is older than the service, restart it with " +
        '`verbatim serve`, which migrates';
      return [problem(check, `could not be looked at: ${reason}`, remedy)];
    }
  }
}

function keys({ host, keysRequired }: DoctorOptions['access']): Check {
  const need = keysRequired ? 'requests need an API key' : 'requests need no API key';
  return ok('api-keys', `${need}; the service listens on ${host}`);
}
