import {
  fitContext,
  isPinned,
  VerbatimError,
  windowView,
  type BuildOptions,
  type Context,
  type FormatName,
  type Notice,
  type WindowView,
} from '@verbatim/conversation';
import { format, type Format, type Violation } from '@verbatim/formats';
import type { RawSource } from './raw-source';
import { renderEntry, type RenderedEntry, type RenderedSegment } from './render-entry';
import { refusedAlone, rewrittenNotice, writtenAnew } from './rewritten-messages';
import { sha256Of } from './sha256';
import { wholeMessages } from './whole-messages';

/** The rules by which this code turns a source into bytes. Receipts name it; a change of bytes needs a new number. */
export const ENGINE = 4;

/** Stands first where a provider wants a user's message first and the view begins with another. */
const LEAD = '[Conversation so far]';

export interface RenderedContext {
  readonly segments: readonly RenderedSegment[];
  readonly bodyText: string;
  readonly tokens: number;
  readonly degraded: readonly Notice[];
  readonly losses: readonly Notice[];
  readonly repairs: readonly Notice[];
}

export interface RenderOptions extends BuildOptions {
  readonly target: FormatName;
  /** The id of the model that the context is for, as its registry entry has it. */
  readonly model: string;
  /** Whose rules hold, of those that this version still has; its own where it is left out. */
  readonly engine?: number;
}

/**
 * Source to bytes: fits its view, as plugins left it, to the budget, renders each entry in the target's format, and holds
 * the body against the target's rules. Messages that the provider would refuse as they came are written anew, once.
 * @throws VerbatimError `open-calls`, `budget-impossible`, `context-invalid`
 */
export function renderContext(
  raw: RawSource,
  options: RenderOptions,
  view: WindowView = windowView(raw.source, options),
): RenderedContext {
  const out = format(options.target);
  const rendered = renderBody(raw, view, options, out);
  const violations = out.check(JSON.parse(rendered.bodyText));
  if (violations.length === 0) return rendered;
  if (out.split(rendered.bodyText).messages.length === 0) throw nothingToShow();
  const refused = refusedAlone(rendered.segments, violations, out);
  const again = renderBody(writtenAnew(raw, refused), view, options, out);
  const [left] = out.check(JSON.parse(again.bodyText));
  if (left) throw invalid(left, [...refused]);
  return { ...again, repairs: [...again.repairs, ...[...refused].map(rewrittenNotice)] };
}

/** With a user message first, where the provider wants one and the view begins otherwise. */
function renderBody(raw: RawSource, view: WindowView, options: RenderOptions, out: Format): RenderedContext {
  const context = fitContext(view, options);
  const rendered = renderEntries(raw, context, out, options);
  const shown = rendered.flatMap(({ segment }) => segment ?? []);
  const first = shown.find((segment) => !isPinned(segment.role)) ?? shown[0];
  if (first === undefined) throw nothingToShow();
  if (!out.needsLead(shown.map(({ text }) => text))) return joined(context, context.tokens, rendered, out);
  const lead = leadBefore(first, out, options);
  const cost = Math.ceil((lead.segment?.tokens ?? 0) * (1 + options.limits.margin));
  const limits = { ...options.limits, tokens: options.limits.tokens - cost };
  const smaller = fitContext(view, { ...options, limits });
  const again = renderEntries(raw, smaller, out, options);
  const pinned = again.filter(({ segment }) => segment !== null && isPinned(segment.role));
  const others = again.filter((entry) => !pinned.includes(entry));
  return joined(smaller, smaller.tokens + cost, [...pinned, lead, ...others], out);
}

function renderEntries(
  { texts }: RawSource,
  { entries }: Context,
  out: Format,
  { model, engine = ENGINE }: RenderOptions,
): RenderedEntry[] {
  return wholeMessages(entries).map((entry) => renderEntry(entry, { texts, out, model, engine }));
}

function joined(
  context: Context,
  tokens: number,
  rendered: readonly RenderedEntry[],
  out: Format,
): RenderedContext {
  const segments = rendered.flatMap(({ segment }) => segment ?? []);
  const body = out.renderBody(segments.map(({ text }) => text));
  const merged = body.repairs.map(({ fragment, ...notice }): Notice => {
    const event = segments[fragment]?.event;
    return event === undefined ? notice : { ...notice, event };
  });
  return {
    segments,
    bodyText: body.text,
    tokens,
    degraded: context.degraded,
    losses: [...context.losses, ...rendered.flatMap(({ losses }) => losses)],
    repairs: [...context.repairs, ...rendered.flatMap(({ repairs }) => repairs), ...merged],
  };
}

function leadBefore(
  { event }: RenderedSegment,
  out: Format,
  { count, limits }: RenderOptions,
): RenderedEntry {
  const text = out.encodeSummary(LEAD, 'user');
  const tokens = count(LEAD) + limits.overhead.perMessage;
  const detail = `the provider wants a user's message first: ${LEAD} stands before it`;
  return {
    segment: { event, kind: 'replacement', role: 'user', tokens, sha256: sha256Of(text), text },
    losses: [],
    repairs: [{ code: 'lead-added', event, detail }],
  };
}

function nothingToShow(): VerbatimError {
  return new VerbatimError(
    'context-invalid',
    'there is no message to show: the conversation has none that leaves in this format',
  );
}

/** A context that its provider would refuse does not leave the service. */
function invalid({ rule, index, detail }: Violation, events: readonly string[]): VerbatimError {
  const where = index === null ? 'the body' : `message ${index}`;
  return new VerbatimError('context-invalid', `${where} breaks ${rule}: ${detail}`, { rule, events });
}
