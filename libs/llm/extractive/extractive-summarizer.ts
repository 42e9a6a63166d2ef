import type { Summarizer, Summary, SummaryMessage, SummaryRequest } from '../summarizer';
import { appraise } from './appraisal';
import { compose } from './compose';
import { entryOf, type Entry, readSummary } from './entries';
import { Pace } from './pace';
import { Vocabulary } from './vocabulary';

/** Changes whenever the same input would give another summary. */
const RULES_VERSION = 'extractive-2';
const DEFAULT_MAX_CHARACTERS = 1500;
/** An estimate on the low side, since no tokeniser is known here: prose has four or more. */
const CHARACTERS_PER_TOKEN = 3;

export interface ExtractiveSummarizerOptions {
  /** Unicode code points; default 1500. */
  readonly maxCharacters?: number;
}

/**
 * Summarises without an LLM: it quotes the most informative sentences, says who said them and lists the names that
 * occur. The same request always gives the same text, which has at most `maxCharacters` code points, and less
 * where `maxOutputTokens` asks for less.
 */
export class ExtractiveSummarizer implements Summarizer {
  readonly name = 'extractive';
  private readonly maxCharacters: number;

  /** @throws RangeError when `maxCharacters` is not a whole number of at least 1. */
  constructor(options: ExtractiveSummarizerOptions = {}) {
    this.maxCharacters = options.maxCharacters ?? DEFAULT_MAX_CHARACTERS;
    if (!Number.isInteger(this.maxCharacters) || this.maxCharacters < 1) {
      throw new RangeError(`maxCharacters must be a whole number of at least 1, not ${this.maxCharacters}`);
    }
  }

  async summarize(request: SummaryRequest): Promise<Summary> {
    const { messages, previousSummaries, maxOutputTokens, signal } = request;
    signal?.throwIfAborted();
    const pace = new Pace(signal);
    const vocabulary = new Vocabulary();
    const names = new Map<string, number>();
    const earlierEntries = await read(previousSummaries.flatMap(readSummary), vocabulary, pace);
    const saidEntries = await read(entriesOf(messages), vocabulary, pace);
    const said = await appraise(saidEntries, vocabulary, names, pace);
    const earlier = await appraise(earlierEntries, vocabulary, names, pace);
    const space = Math.max(
      1,
      Math.min(this.maxCharacters, Math.floor(maxOutputTokens * CHARACTERS_PER_TOKEN)),
    );
    const text = compose({ messages, earlier, said, names }, space);
    return { text, summarizer: this.name, promptVersion: RULES_VERSION, usage: null };
  }
}

function* entriesOf(messages: readonly SummaryMessage[]): Generator<Entry> {
  for (const message of messages) yield entryOf(message);
}

/** Takes the entries one by one, so that the event loop may turn between two long messages. */
async function read(entries: Iterable<Entry>, vocabulary: Vocabulary, pace: Pace): Promise<Entry[]> {
  const all: Entry[] = [];
  for (const entry of entries) {
    all.push(entry);
    for (const sentence of entry.sentences) {
      if (pace.isDue(sentence.length)) await pace.turn();
      vocabulary.add(sentence);
    }
  }
  return all;
}
