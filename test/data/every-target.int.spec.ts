import { formatNames, type FormatName } from '@verbatim/conversation';
import { report } from '../support/conversation-client';
import { chatShaped } from './chat-shaped';
import { dataFolder, dataIsThere, type Recording } from './data-sets';
import { Figures, presetNames, replay } from './replay';

/** `VERBATIM_FULL_RIG=1` runs all of it: every recording, in every format in and out (about an hour). */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
jest.setTimeout(isFull ? 4 * 3_600_000 : 240_000);

/** In the quick part: one recording of each kind, and one of them in the other formats too. */
const one = [
  'tau-bench-1',
  'tau2-bench-9',
  'swe-agent-0',
  'openhands-sdk-7',
  'webvoyager-2',
  'browser-use-0',
];
const inOtherFormats = ['openhands-sdk-7'];

const all = dataIsThere ? chatShaped().flatMap(({ recordings }) => recordings) : [];

function recordingsFor(source: FormatName): readonly Recording[] {
  if (isFull) return all;
  const names = source === 'openai-chat' ? one : inOtherFormats;
  return all.filter(({ name }) => names.includes(name));
}

const title =
  'recordings that come as %s: a context of every target at every turn is valid under each preset';

(dataIsThere ? test : test.skip).each(formatNames)(
  dataIsThere ? title : `${title} (skipped: no data sets in ${dataFolder}, see VERBATIM_DATA_SETS)`,
  async (source) => {
    const recordings = recordingsFor(source);
    const problems: string[] = [];
    for (const preset of presetNames) {
      const figures = new Figures();
      for (const recording of recordings) await replay(recording, source, preset, figures);
      const came = `${recordings.length} conversations, ${figures.messages} messages`;
      report(`data sets as ${source}, ${preset}: ${came}, ${figures.problems.length} problems`);
      for (const [target, tally] of figures.tallies) report(tally.lines(`  ${target}`).join('\n'));
      problems.push(...figures.problems);
    }
    expect(problems.slice(0, 20)).toEqual([]);
  },
);
