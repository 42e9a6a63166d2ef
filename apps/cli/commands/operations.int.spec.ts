import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test';
import { runCommand } from '../testing/command-run';

const api = new ApiUnderTest();

const healthy = { check: 'node', status: 'ok', detail: 'Node 24' };
const warned = {
  check: 'dead-letters',
  status: 'warning',
  detail: '1 unreadable',
  remedy: 'look\u001b at them',
};
const broken = { check: 'lag', status: 'problem', detail: 'stuck', remedy: 'start a projector' };

function answer(...checks: readonly object[]): void {
  api.answer = () => ({ body: JSON.stringify({ checks }) });
}

describe('doctor', () => {
  test('prints every check, and what to do where something is found', async () => {
    answer(healthy, warned, broken);
    const { code, out, err } = await api.verbatim('doctor');
    expect(api.asked).toEqual(['GET /v1/doctor']);
    expect(out).toBe(
      [
        'ok       node          Node 24',
        'warning  dead-letters  1 unreadable',
        '                       → look\\u001b at them',
        'problem  lag           stuck',
        '                       → start a projector',
        '',
        '1 ok, 1 warning, 1 problem',
        '',
      ].join('\n'),
    );
    expect([code, err]).toEqual([1, 'verbatim: 1 problem found\n']);
  });

  test('a warning alone ends with 0', async () => {
    answer(healthy, warned);
    expect((await api.verbatim('doctor')).code).toBe(0);
  });

  test('--json gives the answer as it was served, and 1 for a problem too', async () => {
    answer(broken);
    const { code, out } = await api.verbatim('doctor', '--json');
    expect([code, out]).toEqual([1, `${JSON.stringify({ checks: [broken] })}\n`]);
  });

  test('no service is a finding, with what to start', async () => {
    const { url } = api.server;
    await api.stop();
    const { code, out } = await runCommand('doctor', '--url', url);
    expect(code).toBe(1);
    expect(out).toMatch(/^problem {2}service {2}nothing answers at .*\n {18}→ start `verbatim serve`/);
    const nowhere = join(tmpdir(), 'verbatim-nowhere');
    const json = await runCommand('doctor', '--data', nowhere, '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ status: 'problem', checks: [{ check: 'service' }] });
  });

  test('what a service answers with an error is that error', async () => {
    api.answer = () => ({ status: 403, body: '{"code":"forbidden","detail":"needs the scope admin"}' });
    const { code, out, err } = await api.verbatim('doctor');
    expect([code, out]).toEqual([4, '']);
    expect(err).toContain('forbidden: needs the scope admin');
  });
});

describe('lag', () => {
  const partition = { partition: 0, next: 8, low: 0, high: 10, lag: 2, applied: 7, duplicates: 1 };
  const other = { partition: 1, next: null, low: 0, high: 0, lag: 0, applied: 0, duplicates: 0 };
  const lag = {
    partitions: [
      { ...partition, movedAt: 'T', owner: 'host/1', fault: null },
      { ...other, movedAt: null, owner: null, fault: { code: 'log-cut', detail: 'long' } },
    ],
    totals: { lag: 2, applied: 7, duplicates: 1 },
    work: { open: 3, leased: 1, failed: 0, oldestSeconds: 61.7 },
  };

  test('prints a line for each partition, the sum, and what the summarizers owe', async () => {
    api.answer = () => ({ body: JSON.stringify(lag) });
    const { code, out } = await api.verbatim('lag');
    expect([code, api.asked]).toEqual([0, ['GET /v1/lag']]);
    expect(out).toBe(
      [
        'Partition  Next  End  Behind  Applied  Repeated  Moved  Projector  Fault',
        '        0     8   10       2        7         1  T      host/1',
        '        1          0       0        0         0                    log-cut',
        '',
        'Log        2 records behind, 7 applied, 1 came again',
        'Summaries  3 due, 1 in the making, 0 failed; the oldest waits for 1 min',
        '',
      ].join('\n'),
    );
  });

  test('--watch prints it again and again, until the service is gone', async () => {
    api.answer = () =>
      api.asked.length < 3 ? { body: '{"n":1.0}' } : { status: 503, body: '{"code":"gone"}' };
    const { code, out, err } = await api.verbatim('lag', '--watch', '1', '--json');
    expect([code, out]).toEqual([1, '{"n":1.0}\n{"n":1.0}\n']);
    expect(err).toContain('gone');
  });
});
