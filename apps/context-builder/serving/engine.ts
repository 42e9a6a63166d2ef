import {
  buildContext,
  VerbatimError,
  type BuildOptions,
  type Entry,
  type FormatName,
  type Notice,
} from '@verbatim/conversation';
import { format, type Format } from '@verbatim/formats';
import type { RawSource } from './raw-source';
import { sha256Of } from './sha256';

/** The rules by which this code turns a source into bytes. Receipts name it; a change of bytes needs a new number. */
export const ENGINE = 1;

/** One message of a context as it leaves, with what explains it (SPEC 9, `segments`). */
export interface RenderedSegment {
  readonly event: string;
  readonly kind: 'message' | 'summary' | 'replacement' | 'pending';
  readonly role: string;
  readonly tokens: number;
  readonly sha256: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface RenderedContext {
  readonly segments: readonly RenderedSegment[];
  readonly bodyText: string;
  readonly tokens: number;
  readonly degraded: readonly Notice[];
  readonly losses: readonly Notice[];
}

/** Source to bytes: builds the context, renders each entry in the target's format, and checks the target's rules. */
export function renderContext(
  { source, texts }: RawSource,
  target: FormatName,
  options: BuildOptions,
): RenderedContext {
  const out = format(target);
  const context = buildContext(source, options);
  const rendered = context.entries.map((entry) => renderEntry(entry, texts, out));
  const segments = rendered.map(({ segment }) => segment);
  const bodyText = out.renderBody(segments.map(({ text }) => text));
  refuseInvalid(out, segments);
  return {
    segments,
    bodyText,
    tokens: context.tokens,
    degraded: context.degraded,
    losses: [...context.losses, ...rendered.flatMap(({ losses }) => losses)],
  };
}

function renderEntry(
  entry: Entry,
  texts: ReadonlyMap<string, string>,
  out: Format,
): { segment: RenderedSegment; losses: Notice[] } {
  const { text, losses } = encode(entry, texts, out);
  const metadata = metadataOf(entry);
  const segment: RenderedSegment = {
    event: entry.event,
    kind: entry.kind === 'missing-result' ? 'replacement' : entry.kind,
    role: entry.role,
    tokens: entry.tokens,
    sha256: sha256Of(text),
    ...(metadata ? { metadata } : {}),
    text,
  };
  return { segment, losses };
}

function encode(
  entry: Entry,
  texts: ReadonlyMap<string, string>,
  out: Format,
): { text: string; losses: Notice[] } {
  switch (entry.kind) {
    case 'summary':
      return {
        text: out.encodeSummary(entry.text, entry.role === 'assistant' ? 'assistant' : 'user'),
        losses: [],
      };
    case 'missing-result':
      return { text: out.encodeMissingResult(entry.callId, entry.text), losses: [] };
    case 'message':
    case 'pending':
    case 'replacement': {
      const dataText = texts.get(entry.event);
      if (dataText === undefined) throw new Error(`no text for ${entry.event}`);
      const replacement = entry.kind === 'replacement' ? entry.text : undefined;
      const encoded = out.encodeMessage({ dataText, message: entry.source.message }, replacement);
      const losses = encoded.losses.map(({ code, part, detail }) => ({
        code,
        event: entry.event,
        detail: `${part}: ${detail}`,
      }));
      return { text: encoded.text, losses };
    }
  }
}

/** SPEC 2's metadata of a summary, and which calls have no result. */
function metadataOf(entry: Entry): Record<string, unknown> | null {
  if (entry.kind === 'missing-result') return { missingResult: entry.callId };
  if (entry.kind !== 'summary') return null;
  const { range, createdAt } = entry.checkpoint;
  const { from, to } = range.messages;
  return {
    __summary__: true,
    __created_at__: createdAt,
    __summarized_range__: `messages_${from}_to_${to}`,
    removed: to - from,
  };
}

/** A context that its provider would refuse does not leave the service. */
function refuseInvalid(out: Format, segments: readonly RenderedSegment[]): void {
  if (segments.length === 0) {
    throw new VerbatimError('context-invalid', 'there is no message to show: the conversation has none yet');
  }
  const [violation] = out.check(segments.map(({ text }) => JSON.parse(text) as unknown));
  if (!violation) return;
  const event = segments[violation.index]?.event;
  throw new VerbatimError(
    'context-invalid',
    `message ${violation.index} (${event}) breaks ${violation.rule}: ${violation.detail}`,
    { rule: violation.rule, event },
  );
}
