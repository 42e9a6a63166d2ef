import { report } from '../support/conversation-client';
import { chatShaped } from './chat-shaped';
import { dataFolder, dataIsThere } from './data-sets';
import { ReductionRig } from './reduction-rig';
import { presets, windows, type PresetName } from './reductions';

/** `VERBATIM_FULL_RIG=1` runs every recording under each preset in each window (about half an hour). */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
jest.setTimeout(isFull ? 4 * 3_600_000 : 300_000);

/** In the quick part: one recording of each kind, in the smallest window and one that holds most of them. */
const one = new Set(['tau-bench-7', 'tau2-bench-9', 'swe-agent-0', 'openhands-sdk-7']);
const quickWindows = [4_096, 32_768];

/**
 * Requests to a model for 100 messages: more than one a message would be a loop. Most come where each question opens a
 * topic: one for its summary, half of one for the bulks, and more where a message is longer than the summariser's window.
 */
const MOST_REQUESTS = 100;

const sets = (dataIsThere ? chatShaped() : [])
  .map(({ set, recordings }) => ({
    set,
    recordings: recordings.filter(({ name }) => isFull || one.has(name)),
  }))
  .filter(({ recordings }) => recordings.length > 0);

let rig: ReductionRig;

beforeAll(async () => {
  rig = await ReductionRig.start();
});

afterAll(() => rig?.close());

const title =
  'recordings under %s: within budget at every turn, no group split, no message summarised twice, no loop of summaries';

(dataIsThere ? test : test.skip).each(Object.keys(presets) as PresetName[])(
  dataIsThere ? title : `${title} (skipped: no data sets in ${dataFolder}, see VERBATIM_DATA_SETS)`,
  async (preset) => {
    const problems: string[] = [];
    for (const window of isFull ? windows : quickWindows) {
      for (const { set, recordings } of sets) {
        const figures = await rig.replayAll(recordings, preset, window);
        report(`${preset}, ${window} tokens, ${set}: ${figures.line()}`);
        problems.push(...figures.problems);
        expect(figures.requestsPerHundred()).toBeLessThan(MOST_REQUESTS);
      }
    }
    expect(problems.slice(0, 20)).toEqual([]);
  },
);
