import { loadConfiguration } from '@verbatim/platform';
import { relaysReceipts } from '../../relay/start-relay';
import { relayedReceipts } from './relay';
import { keptRecords } from './retention';

describe('the relay of receipts', () => {
  it.each([
    [{}, false],
    [{ KAFKA_BROKERS: 'b:1' }, true],
    [{ KAFKA_BROKERS: 'b:1', VERBATIM_RELAY_RECEIPTS: 'off' }, false],
    [{ VERBATIM_RELAY_RECEIPTS: 'on' }, true],
  ])('with %j runs: %s', (env, expected) => {
    expect(relaysReceipts(loadConfiguration({ env }))).toBe(expected);
  });

  it.each([
    [true, 0, null, 'ok', 'every receipt'],
    [true, 5, 59, 'ok', '5 receipts wait'],
    [true, 5, 61, 'problem', 'the oldest for 61 s'],
    [true, 5, null, 'problem', 'it is gone'],
    [false, 5, 999, 'ok', '5 receipts are kept'],
  ])('on: %s, with %s waiting for %s s is %s', (on, waiting, oldestSeconds, status, detail) => {
    const check = relayedReceipts(on, { waiting, oldestSeconds });
    expect(check).toMatchObject({ check: 'relay', status, detail: expect.stringContaining(detail) });
  });
});

describe('the retention of the embedded log', () => {
  const kept = [{ topic: 't', records: 9, bytes: 201, trimmed: 3 }];
  it.each([
    [{}, 'ok', 't: 9 records of 201 bytes, 3 gone; kept for ever'],
    [{ hours: 24, bytes: 101 }, 'ok', 'kept until passed, then for 24 hours or 101 bytes'],
    [{ bytes: 100 }, 'warning', 'then for 100 bytes'],
  ])('%j: %s', (limits, status, detail) => {
    expect(keptRecords(kept, limits)).toEqual([
      expect.objectContaining({ check: 'retention', status, detail: expect.stringContaining(detail) }),
    ]);
  });
});
