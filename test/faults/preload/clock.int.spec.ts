import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const HOUR_MS = 3_600_000;

/** In a process of its own: the clock of this one stays as it is. */
function inShiftedProcess(milliseconds: number, expression: string): unknown {
  const script = `
    require(${JSON.stringify(join(__dirname, 'clock.js'))}).shiftClock(${milliseconds});
    process.stdout.write(JSON.stringify(${expression}));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

test.each([HOUR_MS, -HOUR_MS])('every way to ask for the time is %d ms off', (milliseconds) => {
  const before = Date.now();
  const told = inShiftedProcess(
    milliseconds,
    '[Date.now(), new Date().getTime(), Date.parse(Date()), performance.timeOrigin]',
  ) as number[];
  for (const time of told) {
    expect(time - milliseconds).toBeGreaterThan(before - 2_000);
    expect(time - milliseconds).toBeLessThan(Date.now() + 2_000);
  }
});

test('dates that are given stay what they are', () => {
  const expression = `[
    new Date(5).getTime(), new Date('2026-01-01T00:00:00Z').toJSON(), Date.UTC(2026, 0, 1), new Date() instanceof Date,
    new (class extends Date {})(7).getTime(),
  ]`;
  expect(inShiftedProcess(HOUR_MS, expression)).toEqual([
    5,
    '2026-01-01T00:00:00.000Z',
    1767225600000,
    true,
    7,
  ]);
});
