import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, type Sample } from '../../apps/cli/check/sample';
import { readSamples } from '../../apps/cli/check/samples';
import { problemBy, problemOf } from './compiled';

const folder = join(__dirname, '../../docs/producers/contract');

const promised = readdirSync(folder).flatMap((file) =>
  readSamples(file, readFileSync(join(folder, file), 'utf8'), undefined).map((sample): [string, Sample] => [
    `${file}: ${sample.name ?? ''}`,
    sample,
  ]),
);

describe('what the producers of docs/producers promise', () => {
  it.each(promised)('%s is read as it says', (_, sample) => {
    expect(sample.message).toBeDefined();
    expect(faultOf(sample)).toBeNull();
  });

  it.each(promised)('%s passes the published schema', (_, sample) => {
    const value: unknown = JSON.parse(sample.text);
    const isBinary = sample.headers['ce_type'] !== undefined;
    expect(isBinary ? problemBy('MessageAppended', value) : problemOf(value)).toBe('');
  });

  it.each(promised)('%s is noticed where the reader takes it for another message', (_, sample) => {
    expect(faultOf({ ...sample, message: { ...sample.message, role: 'system' } })).toMatchObject({
      code: 'contract-broken',
    });
  });
});
