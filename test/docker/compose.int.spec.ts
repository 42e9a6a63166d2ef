import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { z } from 'zod';
import { plainStyle } from '../../apps/cli/display/style';
import { createProgram } from '../../apps/cli/program';
import { chosenServices, serviceNames } from '../../apps/cli/serve/service-name';
import { settings } from '../../libs/platform/configuration-schema';
import { suiteNeeding, type Need } from '../support/suite-needing';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const condition = z.object({ condition: z.string() });
const service = z.object({
  image: z.string(),
  user: z.string().optional(),
  command: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), condition).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  read_only: z.boolean().default(false),
  restart: z.string().optional(),
  stop_grace_period: z.string().optional(),
});
const file = z.object({ services: z.record(z.string(), service) });

const { services } = file.parse(parse(read('docker-compose.yml'), { merge: true }));
const all = Object.entries(services);
const ours = all.filter(([, { image }]) => image.startsWith('verbatim:'));
const serving = ours.filter(([, { command }]) => command[0] === 'serve');
const oneShot = new Set(
  all.flatMap(([, { depends_on }]) =>
    Object.entries(depends_on).flatMap(([name, { condition: until }]) =>
      until === 'service_completed_successfully' ? [name] : [],
    ),
  ),
);
const pinned = /^[\w./-]+:v?\d+\.\d+[\w.-]*$/;

test('has Kafka, Postgres, the migrations and a service for each that can be served', () => {
  expect(Object.keys(services)).toEqual(['kafka', 'postgres', 'migrate', ...serviceNames]);
  expect(serving.map(([name]) => name)).toEqual([...serviceNames]);
  expect([...oneShot]).toEqual(['migrate']);
});

describe.each(all)('%s', (name, each) => {
  it('is of a pinned image', () => expect(each.image).toMatch(pinned));

  it('is confined: not root, no capabilities, no new privileges, a memory limit', () => {
    expect(each.user).toMatch(/^(?!root|0)\w+$/);
    expect(each.cap_drop).toEqual(['ALL']);
    expect(each.security_opt).toContain('no-new-privileges:true');
    expect(each.mem_limit).toMatch(/^\d+[mg]$/);
  });

  it('publishes on loopback only', () => {
    each.ports.forEach((port) => expect(port).toMatch(/^127\.0\.0\.1:\d*:\d+$/));
  });

  if (oneShot.has(name)) return;
  it('is checked and comes back', () => {
    expect(each.healthcheck?.test.length).toBeGreaterThan(1);
    expect(each.restart).toBe('unless-stopped');
  });
});

describe.each(ours)('%s', (_name, { command, environment, read_only }) => {
  it('has a command, flags and values that the command line takes', () => {
    const { command: parsed, words } = subcommand(command);
    const { operands, unknown } = parsed.parseOptions(words);
    expect({ operands, unknown }).toEqual({ operands: [], unknown: [] });
  });

  it('is given settings that exist', () => {
    const known = new Set(settings.flatMap(({ env }) => env));
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('cannot write outside of /tmp', () => expect(read_only).toBe(true));
});

test.each(serving)('%s runs that service alone, and has the time to drain', (name, each) => {
  const { command: parsed, words } = subcommand(each.command);
  parsed.parseOptions(words);
  const { only, port } = z.object({ only: z.string(), port: z.string() }).parse(parsed.opts());
  expect(chosenServices(only)).toEqual([name]);
  expect(each.healthcheck?.test.join(' ')).toContain(`http://127.0.0.1:${port}/readyz`);
  expect(each.ports.every((published) => published.endsWith(`:${port}`))).toBe(true);
  const grace = Number(each.stop_grace_period?.replace(/s$/, ''));
  expect(grace).toBeGreaterThan(Number(each.environment['VERBATIM_SHUTDOWN_SECONDS']));
});

test('the image is made of pinned ones, without root and without what only the build needs', () => {
  const lines = read('docker/Dockerfile').split('\n');
  const stages = new Set(lines.flatMap((line) => / AS (\w+)$/.exec(line)?.[1] ?? []));
  const bases = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  const images = bases.filter((base) => !stages.has(base));
  expect(images.length).toBeGreaterThan(0);
  images.forEach((image) => expect(image).toMatch(pinned));
  expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER node');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
  expect(last.filter((line) => line.startsWith('RUN'))).toEqual([]);
});

test('the example names every variable that compose reads', () => {
  const asked = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable);
  const named = [...read('docker/.env.example').matchAll(/^(\w+)=/gm)].map(([, variable]) => variable);
  expect(named.toSorted()).toEqual([...new Set(asked)].toSorted());
});

const compose: Need = {
  name: 'docker-compose',
  missing: () =>
    spawnSync('docker', ['compose', 'version']).status === 0
      ? null
      : '`docker compose` is not there: install the Docker command line and its compose plugin',
};

suiteNeeding([compose], 'docker compose config', () => {
  const secrets = {
    VERBATIM_API_KEYS: 'default:read:0123456789abcdef',
    POSTGRES_PASSWORD: 'one',
    VERBATIM_DATABASE_PASSWORD: 'two',
  };
  const config = (given: Record<string, string>) => {
    const { PATH, HOME, DOCKER_CONFIG } = process.env;
    const env = { PATH, HOME, ...(DOCKER_CONFIG === undefined ? {} : { DOCKER_CONFIG }), ...given };
    const words = [
      'compose',
      '--env-file',
      '/dev/null',
      '--file',
      join(root, 'docker-compose.yml'),
      'config',
    ];
    return spawnSync('docker', words, { env, encoding: 'utf8' });
  };

  it('passes where the secrets are set', () => {
    const { status, stdout } = config(secrets);
    expect(status).toBe(0);
    expect(
      Object.keys(z.object({ services: z.object({}).loose() }).parse(parse(stdout)).services).toSorted(),
    ).toEqual(Object.keys(services).toSorted());
    expect(stdout).toContain('postgres://verbatim:two@postgres:5432/verbatim');
  });

  it.each(Object.keys(secrets))('asks for %s', (missing) => {
    const { status, stderr } = config({ ...secrets, [missing]: '' });
    expect(status).not.toBe(0);
    expect(stderr).toContain(`required variable ${missing} is missing a value`);
    expect(stderr).toContain('docker/.env.example');
  });
});

/** The command that the words begin with, and its own words. */
function subcommand([name = '', ...words]: readonly string[]): { command: Command; words: string[] } {
  const nowhere = () => undefined;
  const program = createProgram({
    out: nowhere,
    outBytes: nowhere,
    err: nowhere,
    interactive: false,
    style: plainStyle,
  });
  const command = program.commands.find((each) => each.name() === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return { command, words };
}
