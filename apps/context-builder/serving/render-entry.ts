import type { Entry, Notice, Role } from '@verbatim/conversation';
import type { EncodedMessage, Format, FormatNotice } from '@verbatim/formats';
import { sha256Of } from './sha256';
import { ledgerMetadata, summaryMetadata } from './entry-metadata';

/** One message of a context as it leaves, with what explains it (SPEC 9, `segments`). */
export interface RenderedSegment {
  readonly event: string;
  readonly kind: 'message' | 'summary' | 'replacement' | 'pending' | 'ledger';
  readonly role: Role;
  readonly tokens: number;
  readonly sha256: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface RenderedEntry {
  /** Null where the target has a place for nothing of it. */
  readonly segment: RenderedSegment | null;
  readonly losses: readonly Notice[];
  readonly repairs: readonly Notice[];
}

export interface Rendering {
  /** The raw text of every message, by the id of its event. */
  readonly texts: ReadonlyMap<string, string>;
  readonly out: Format;
  /** The model that the context is for. */
  readonly model: string;
  /** Engine 2 wrote no metadata into bodies; engine 3 left members that are null in them. */
  readonly engine: number;
}

export function renderEntry(entry: Entry, rendering: Rendering): RenderedEntry {
  const { text, losses, repairs } = encode(entry, rendering);
  const named = (notice: FormatNotice): Notice => ({ ...notice, event: entry.event });
  return {
    segment: text === '' ? null : segmentOf(entry, text),
    losses: losses.map(named),
    repairs: repairs.map(named),
  };
}

function segmentOf(entry: Entry, text: string): RenderedSegment {
  const metadata = metadataOf(entry);
  return {
    event: entry.event,
    kind: entry.kind === 'missing-result' ? 'replacement' : entry.kind,
    role: entry.role,
    tokens: entry.tokens,
    sha256: sha256Of(text),
    ...(metadata ? { metadata } : {}),
    text,
  };
}

function encode(entry: Entry, { texts, out, model, engine }: Rendering): EncodedMessage {
  switch (entry.kind) {
    case 'summary':
    case 'ledger': {
      const role = entry.role === 'assistant' ? 'assistant' : 'user';
      const metadata = engine > 2 ? metadataOf(entry) : null;
      return untouched(out.encodeSummary(entry.text, role, metadata ?? undefined));
    }
    case 'missing-result':
      return untouched(out.encodeMissingResult(entry.callId, entry.call, entry.text));
    case 'message':
    case 'pending':
    case 'replacement': {
      const dataText = texts.get(entry.event);
      if (dataText === undefined) throw new Error(`no text for ${entry.event}`);
      const { role, parts, calls, source } = entry;
      const replacement = entry.kind === 'replacement' ? entry.text : null;
      return out.encodeMessage({
        dataText,
        message: source.message,
        parts,
        role,
        replacement,
        calls,
        model,
        keepsNulls: engine < 4,
      });
    }
  }
}

function untouched(text: string): EncodedMessage {
  return { text, losses: [], repairs: [] };
}

/** What explains an entry beside its event; of a summary that is SPEC 2's. */
function metadataOf(entry: Entry): Record<string, unknown> | null {
  switch (entry.kind) {
    case 'summary':
      return summaryMetadata(entry.checkpoint);
    case 'ledger':
      return ledgerMetadata(entry.obligations, entry.more);
    case 'missing-result':
      return { missingResult: entry.callId };
    case 'replacement':
      return entry.joined ? { merged: [entry.event, ...entry.joined] } : null;
    case 'message':
    case 'pending':
      return null;
  }
}
