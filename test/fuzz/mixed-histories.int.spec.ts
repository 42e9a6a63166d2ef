import { formatNames, type FormatName } from '@verbatim/conversation';
import { countTokens } from '@verbatim/conversation/testing';
import * as fc from 'fast-check';
import { report } from '../support/conversation-client';
import { ContextRig } from '../support/in-process/context-rig';
import { Tally } from '../support/in-process/tally';
import { askedOf, faultsOf, play, type Fault } from './faults';
import { histories, type History } from './history';

/** `VERBATIM_FULL_RIG=1` runs all of it, other histories each time; `VERBATIM_FUZZ_SEED` runs the same ones again. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
const numRuns = isFull ? 10_000 : 300;
const seed = Number(process.env['VERBATIM_FUZZ_SEED'] ?? (isFull ? Date.now() % 2 ** 31 : 1));
jest.setTimeout(isFull ? 3_600_000 : 240_000);

/** A tokeniser whose counts do not matter here. */
const rig = new ContextRig({
  count: (text) => Promise.resolve(countTokens(text)),
  counter: () => Promise.resolve(countTokens),
});

const tallies = new Map<FormatName, Tally>(formatNames.map((target) => [target, new Tally()]));
const figures = { runs: 0, messages: 0, unread: 0 };

async function faults(history: History): Promise<Fault[]> {
  const played = await play(rig, history);
  figures.runs += 1;
  figures.messages += played.dataTexts.size;
  figures.unread += played.unread.length;
  const asked = askedOf(history);
  const found: Fault[] = [];
  for (const target of formatNames) {
    found.push(...(await faultsOf(rig, played, target, asked, tallies.get(target) ?? new Tally())));
  }
  return found;
}

it('any history gives a valid body of every target, or a reason out of a short list', async () => {
  try {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => expect(await faults(history)).toEqual([])),
      { numRuns, seed },
    );
  } finally {
    const { runs, messages, unread } = figures;
    report(`fuzzed histories: seed ${seed}, ${runs} runs, ${messages} messages, ${unread} not read`);
    for (const [target, tally] of tallies) for (const line of tally.lines(`  ${target}`)) report(line);
  }
});
