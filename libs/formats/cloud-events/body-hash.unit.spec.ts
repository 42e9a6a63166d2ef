import { hash, minimal } from './records.fixture';

const withNumber = (number: string) => `{"type":"x","subject":"c","data":${number}}`;

describe('the body hash', () => {
  it('is the same for other white space, time, source and id', () => {
    expect(
      hash(JSON.stringify({ ...minimal, id: 'x', time: '2026-01-01T00:00:00Z', source: 's' }, null, 2)),
    ).toBe(hash(minimal));
  });

  it.each([
    [{ ...minimal, subject: 'c2' }],
    [{ ...minimal, type: 'RunStarted' }],
    [{ ...minimal, dataversion: 2 }],
    [{ ...minimal, data: { content: 'hello', role: 'user' } }],
    ['{"type":"MessageAppended","subject":"c1","data":{"role":"user","content":"hello\\u0021"}}'],
  ])('differs for %j', (value) => {
    expect(hash(value)).not.toBe(hash(minimal));
  });

  it('does not take 1.0 for 1', () => {
    expect(hash(withNumber('1.0'))).not.toBe(hash(withNumber('1')));
  });
});
