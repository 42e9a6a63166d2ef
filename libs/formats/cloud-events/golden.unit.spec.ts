import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits, eventDefinitions } from '@verbatim/conversation';
import { readRecord } from './read-record';

const folder = join(__dirname, '../../../test/golden-events');
const versions = [1, 2] as const;

function filesOf(version: number): string[] {
  return readdirSync(join(folder, `v${version}`)).filter((file) => file.endsWith('.json'));
}

function expectedOf(version: number): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, `v${version}.expected.json`), 'utf8')) as Record<
    string,
    unknown
  >;
}

function read(version: number, file: string): unknown {
  const value = readFileSync(join(folder, `v${version}`, file));
  const record = readRecord({ value, headers: {}, key: null, origin: 'topic/0/7' }, defaultLimits);
  return JSON.parse(JSON.stringify(record));
}

describe.each(versions)('events as released in version %i', (version) => {
  const expected = expectedOf(version);

  it.each(filesOf(version))('%s loads as it did then', (file) => {
    expect(read(version, file)).toEqual(expected[file]);
  });

  it('are all expected, and no other', () => {
    expect(Object.keys(expected).toSorted()).toEqual(filesOf(version).toSorted());
  });
});

const typesOf = (version: number) => new Set(filesOf(version).map((file) => file.split('.', 1).join('')));

it('events of version 1 cover every type, those of version 2 every type that has one', () => {
  expect([...typesOf(1)].toSorted()).toEqual(Object.keys(eventDefinitions).toSorted());
  const twice = Object.entries(eventDefinitions).filter(([, { version }]) => version === 2);
  expect([...typesOf(2)].toSorted()).toEqual(twice.map(([type]) => type).toSorted());
});
