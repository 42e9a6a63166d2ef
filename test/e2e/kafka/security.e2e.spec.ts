import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KafkaEventLog, type KafkaEventLogOptions } from '@verbatim/event-log';
import { runKafkaTool } from '@verbatim/kafka-broker';
import { VerbatimProcess } from '../../../apps/cli/testing/verbatim-process';
import { freePorts } from '../../../libs/kafka-broker/ports';
import { localKafkaNeed, ownKafka } from '../../support/kafka';
import { suiteNeeding } from '../../support/suite-needing';
import { testDatabase } from '../../support/postgres';

jest.setTimeout(120_000);

const password = 'correct-horse';
const wrong = 'battery-staple';
const directory = mkdtempSync(join(tmpdir(), 'verbatim-security-'));
const file = (name: string): string => join(directory, name);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** An authority `NAME.crt`. */
function makeAuthority(name: string): void {
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(...request, '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
}

/** `broker.crt` and `broker.key` for 127.0.0.1, signed by `authority`. */
function makeBrokerCertificate(): void {
  writeFileSync(file('extensions'), 'subjectAltName=IP:127.0.0.1\n');
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(...request, '-subj', '/CN=broker', '-keyout', 'broker.key', '-out', 'broker.csr');
  const by = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    'broker.csr',
    ...by,
    '-days',
    '2',
    '-extfile',
    'extensions',
    '-out',
    'broker.crt',
  );
}

function openssl(...words: string[]): void {
  execFileSync('openssl', words, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
}

function hasOpenssl(): string | null {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'openssl is missing: install it';
  }
}

suiteNeeding(
  [localKafkaNeed, { name: 'openssl', missing: hasOpenssl }],
  'a Kafka that asks who is there',
  () => {
    let saslBroker: string;
    let tlsBroker: string;

    beforeAll(async () => {
      makeAuthority('authority');
      makeAuthority('stranger');
      makeBrokerCertificate();
      const ports = await freePorts(4);
      const [plain, controller, sasl, tls] = [0, 1, 2, 3].map((at) => `127.0.0.1:${ports + at}`);
      const module = 'org.apache.kafka.common.security';
      await ownKafka({
        ports,
        settings: {
          listeners: `PLAINTEXT://${plain},CONTROLLER://${controller},SASL_PLAINTEXT://${sasl},SSL://${tls}`,
          'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
          'listener.name.sasl_plaintext.plain.sasl.jaas.config': `${module}.plain.PlainLoginModule required user_plain="${password}";`,
          'listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config': `${module}.scram.ScramLoginModule required;`,
          'listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config': `${module}.scram.ScramLoginModule required;`,
          'ssl.keystore.type': 'PEM',
          'ssl.keystore.certificate.chain': readFileSync(file('broker.crt'), 'utf8'),
          'ssl.keystore.key': readFileSync(file('broker.key'), 'utf8'),
        },
      });
      await Promise.all(
        ['scram-sha-256', 'scram-sha-512'].map((mechanism) => {
          const user = ['--entity-type', 'users', '--entity-name', mechanism];
          const secret = ['--add-config', `${mechanism.toUpperCase()}=[password=${password}]`];
          const server = ['--bootstrap-server', String(plain)];
          return runKafkaTool('kafka.admin.ConfigCommand', [...server, '--alter', ...user, ...secret]);
        }),
      );
      [saslBroker = '', tlsBroker = ''] = [sasl, tls];
    });

    async function use(options: KafkaEventLogOptions): Promise<string> {
      const log = new KafkaEventLog(options);
      try {
        await log.ensureTopic('t', { partitions: 1 });
        const [position] = await log.append('t', [{ key: 'k', value: Buffer.from(JSON.stringify(options)) }]);
        const [record] = await log.read(position ?? { topic: 't', partition: 0, offset: 0 }, 1);
        return String(record?.value);
      } finally {
        await log.close();
      }
    }

    /** What it throws: one sentence, and no secret in it. */
    async function refusal(options: KafkaEventLogOptions): Promise<string> {
      const { code, message } = await use(options).then(
        () => ({ code: 'none', message: 'it worked' }),
        (error: { code: string; message: string }) => error,
      );
      expect(code).toBe('log-unavailable');
      expect(message).not.toContain(wrong);
      expect(message.split('\n')).toHaveLength(1);
      return message;
    }

    it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
      'lets in who has the password (%s)',
      async (mechanism) => {
        const options = { brokers: [saslBroker], sasl: { mechanism, username: mechanism, password } };
        expect(await use(options)).toBe(JSON.stringify(options));
        const message = await refusal({ ...options, sasl: { ...options.sasl, password: wrong } });
        expect(message).toMatch(/authentication failed/i);
      },
    );

    it('is believed by who knows its authority', async () => {
      const options = { brokers: [tlsBroker], tls: { ca: file('authority.crt') } };
      expect(await use(options)).toBe(JSON.stringify(options));
      expect(await refusal({ ...options, tls: { ca: file('stranger.crt') } })).toMatch(/certificate/);
      expect(await refusal({ ...options, tls: {} })).toMatch(/certificate/);
    });

    it('is used by `serve` with the settings of a file, which a wrong password ends with one sentence', async () => {
      const database = await testDatabase();
      const serve = (kafka: object): VerbatimProcess => {
        writeFileSync(file('settings.json'), JSON.stringify({ database: database.url, kafka }));
        chmodSync(file('settings.json'), 0o600);
        return new VerbatimProcess(
          'serve',
          '--port',
          '0',
          '--data',
          file('data'),
          '--config',
          file('settings.json'),
        );
      };
      const kafka = { brokers: [saslBroker], saslMechanism: 'scram-sha-512', saslUsername: 'scram-sha-512' };
      const served = serve({ ...kafka, saslPassword: password });
      const url = await served.listening();
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] });
      const headers = { 'content-type': 'application/json' };
      const appended = await fetch(`${url}/v1/conversations/c/messages`, { method: 'POST', headers, body });
      expect(appended.status).toBe(202);
      expect(await served.end('SIGTERM')).toBe(0);

      const refused = serve({ ...kafka, saslPassword: wrong });
      expect(await refused.exitCode()).toBe(1);
      const said = refused.stderr.split('\n').filter((line) => line.startsWith('verbatim: '));
      expect(said).toEqual([expect.stringMatching(/authentication failed/i)]);
      expect(refused.stdout + refused.stderr).not.toContain(wrong);
      await database.drop();
    });
  },
);
