import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits, eventDefinitions } from '@verbatim/conversation';
import { readRecord } from './read-record';

const released = join(__dirname, '../../../test/golden-events/v1');
const files = readdirSync(released).filter((file) => file.endsWith('.json'));
const expected: Record<string, unknown> = JSON.parse(
  readFileSync(join(released, '../v1.expected.json'), 'utf8'),
) as Record<string, unknown>;

function read(file: string): unknown {
  const value = readFileSync(join(released, file));
  const record = readRecord({ value, headers: {}, key: null, origin: 'topic/0/7' }, defaultLimits);
  return JSON.parse(JSON.stringify(record));
}

describe('events as released in version 1', () => {
  it.each(files)('%s loads as it did then', (file) => {
    expect(read(file)).toEqual(expected[file]);
  });

  it('cover every event type', () => {
    const types = new Set(files.map((file) => file.split('.', 1).join('')));
    expect([...types].toSorted()).toEqual(Object.keys(eventDefinitions).toSorted());
  });

  it('are all expected, and no other', () => {
    expect(Object.keys(expected).toSorted()).toEqual(files.toSorted());
  });
});
