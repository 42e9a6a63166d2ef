import {
  codePoints,
  compactionId,
  compactionPolicy,
  nextCompactions,
  simpleCut,
  summarizedOutput,
  truncatedText,
  type EventData,
  type Head,
  type OwedCompaction,
  type SummarizerChoice,
} from '@verbatim/conversation';
import type { Lease } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import { outputSummarizer } from './output-summarizer';
import { decisionOf, type OwedEvent, type OwedWork, type Result, type WorkReader } from './owed-work';
import { ToolOutputs, type ToolOutput } from './tool-outputs';
import { untilOneStops } from './until-one-stops';
import type { Writer } from './write-summary/contract';

/** What one event settles at most; it then opens the work anew for the rest. */
const MOST_TRUNCATIONS = 50;
const MOST_SUMMARIES = 16;
/** Requests to the model at once where a run has ended: the policy says it only for those inside of one. */
const POST_RUN_AT_ONCE = 4;

type Compacted = EventData<'ToolResultsFiltered'>['results'][number];
type Postponed = Extract<Result, { kind: 'not-now' }>;

interface Summarizing {
  readonly lease: Lease;
  readonly head: Head;
  readonly choice: SummarizerChoice | null;
  readonly signal: AbortSignal;
}

/** Tool-output compaction (SPEC 4): puts the fold's own truncations on record, and has long outputs summarised. */
export class CompactionWork implements OwedWork {
  private readonly outputs: ToolOutputs;

  constructor(
    private readonly reader: WorkReader,
    private readonly writer: Writer,
    private readonly counter: TokenCounter,
  ) {
    this.outputs = new ToolOutputs(reader);
  }

  async prepare(lease: Lease, signal: AbortSignal): Promise<Result> {
    const stored = await this.reader.head(lease);
    if (!stored) return { kind: 'nothing-due', position: 0 };
    const { head } = stored;
    const [first] = nextCompactions(head.compaction, 1);
    if (!first) return { kind: 'nothing-due', position: head.position };
    return first.mode === 'truncated' ? this.truncations(lease, head) : this.summaries(lease, head, signal);
  }

  private async truncations(lease: Lease, head: Head): Promise<Result> {
    const owed = nextCompactions(head.compaction, MOST_TRUNCATIONS);
    const results: Compacted[] = [];
    for (const each of owed) {
      const output = await this.outputs.of(lease, each);
      results.push(await this.truncated(head, each, output, output.characters));
    }
    return { kind: 'events', events: [eventOf(head, owed, results)] };
  }

  /** As many as the policy allows at once. What was written before one failed or has to wait is not lost. */
  private async summaries(lease: Lease, head: Head, signal: AbortSignal): Promise<Result> {
    const owed = nextCompactions(head.compaction, MOST_SUMMARIES);
    const choice = await outputSummarizer(this.reader, lease, head, owed);
    const { done, error } = await untilOneStops(
      owed,
      requestsAtOnce(head, owed),
      (each) => this.summarized({ lease, head, choice, signal }, each),
      isPostponed,
    );
    signal.throwIfAborted();
    const settled = owed.flatMap((each) => {
      const result = done.get(each);
      return result && !isPostponed(result) ? [{ owed: each, result }] : [];
    });
    if (settled.length > 0) {
      const results = settled.map(({ result }) => result);
      const decisions = settled.map((each) => each.owed);
      return { kind: 'events', events: [eventOf(head, decisions, results)] };
    }
    const postponed = [...done.values()].find(isPostponed);
    if (postponed) return postponed;
    throw error;
  }

  private async summarized(
    { lease, head, choice, signal }: Summarizing,
    owed: OwedCompaction,
  ): Promise<Compacted | Postponed> {
    const { encoding } = head.policy.document;
    const output = await this.outputs.of(lease, owed);
    const { message: ref, name, text, question } = output;
    const tokensBefore = await this.counter.count(text, encoding);
    const written = await this.writer.write({
      tenant: lease.tenant,
      choice,
      purpose: 'tool-output',
      previousSummaries: [],
      messages: [{ ref, role: 'tool', text, trust: 'tool', ...(name === undefined ? {} : { name }) }],
      question,
      tokensBefore,
      encoding,
      leastCarried: 0,
      signal,
    });
    if (written.kind === 'not-now') return written;
    const { kind: _, text: summary, ...made } = written;
    const replacement = summarizedOutput(summary);
    const tokensAfter = await this.counter.count(replacement, encoding);
    if (tokensAfter > tokensBefore || codePoints(replacement) > owed.characters) {
      return { ...made, ...(await this.truncated(head, owed, output, simpleCut(head, owed))) };
    }
    return { ...made, ...about(owed, output), mode: 'summarized', replacement, tokensBefore, tokensAfter };
  }

  private async truncated(
    head: Head,
    owed: OwedCompaction,
    output: ToolOutput,
    characters: number | null,
  ): Promise<Compacted> {
    if (characters === null) throw new Error(`nothing says what the tool result ${owed.result} is cut to`);
    const { encoding } = head.policy.document;
    const text = truncatedText(output.text, characters);
    return {
      ...about(owed, output),
      mode: 'truncated',
      replacement: Array.from(text).slice(characters).join(''),
      characters,
      tokensBefore: await this.counter.count(output.text, encoding),
      tokensAfter: await this.counter.count(text, encoding),
    };
  }
}

function about({ callId, result }: OwedCompaction, { message }: ToolOutput) {
  return { message, callId, result };
}

function isPostponed(result: Compacted | Postponed): result is Postponed {
  return 'kind' in result;
}

function requestsAtOnce(head: Head, [first]: readonly OwedCompaction[]): number {
  const inRun = first?.part === 'inRun' ? compactionPolicy(head)?.inRun : null;
  return inRun?.maxConcurrency ?? POST_RUN_AT_ONCE;
}

function eventOf(head: Head, settled: readonly OwedCompaction[], results: Compacted[]): OwedEvent {
  const data = { results, ...decisionOf(head) };
  return { type: 'ToolResultsFiltered', id: compactionId(head, settled), data };
}
