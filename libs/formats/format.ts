import type { Message, Role, ShownCall } from '@verbatim/conversation';
import type { JsonText } from './json-text';
import type { LossCode, RepairCode } from './notice-codes';

export type { ShownCall } from '@verbatim/conversation';

/** What explains a message that is ours (SPEC 2). */
export type Metadata = Readonly<Record<string, unknown>>;

/** Something that was left out or changed on the way into a target; `part` is the part's index in the canonical message. */
export interface FormatNotice {
  readonly code: LossCode | RepairCode;
  readonly part?: number;
  readonly detail: string;
}

/** A message, or some of its parts, on its way into a target. */
export interface MessageSource {
  /** The raw JSON text of its event's `data`, in whatever format it came. */
  readonly dataText: string;
  /** All of it, as it was read. */
  readonly message: Message;
  /** Ascending indexes of the parts that are shown; null where all are. */
  readonly parts: readonly number[] | null;
  /** The role that it is shown in: `tool` for a result, whatever message holds it. */
  readonly role: Role;
  /** Shown instead of the result's content, or of the message's text where it is no result. Everything else stays. */
  readonly replacement: string | null;
  /** By call id, every call that the shown parts make or answer. */
  readonly calls: ReadonlyMap<string, ShownCall>;
  /** The model that the context is for: reasoning that another one wrote and sealed is left out. */
  readonly model: string;
  /** True of a context that is made again as engine 3 and before did: members that say nothing leave as they came. */
  readonly keepsNulls?: boolean;
}

/**
 * A message as it leaves: the raw JSON texts of none, one or more fragments, joined with commas. A fragment is what the
 * target's `renderBody` understands: one message of the target, or something that it merges into its neighbours.
 */
export interface EncodedMessage {
  readonly text: string;
  /** What the target has no place for. It stays in the journal. */
  readonly losses: readonly FormatNotice[];
  /** What was changed so that the provider takes it. */
  readonly repairs: readonly FormatNotice[];
}

/** What was changed in joining fragments; `fragment` is the index of the text concerned. */
export type BodyRepair = FormatNotice & { readonly fragment: number };

export interface RenderedBody {
  readonly text: string;
  readonly repairs: readonly BodyRepair[];
}

/** What makes a body invalid for its provider; `index` is the message's or item's, null where it is the body's. */
export interface Violation {
  readonly rule: string;
  readonly index: number | null;
  readonly detail: string;
}

/** A rule of a provider: its own words by fact, and where they stand. */
export interface RuleFact {
  readonly name: string;
  readonly fact: string;
  readonly source: string;
}

/** A rule and how a body is held against it. */
export interface Rule<Body> extends RuleFact {
  check(body: Body): Omit<Violation, 'rule'>[];
}

/** The raw JSON texts that a body or file consists of. */
export interface SplitBody {
  /** What stands apart from the messages: a system prompt or instructions. */
  readonly system: string | null;
  readonly messages: readonly string[];
}

/** One wire format, in and out (SPEC 9, Formats). Everything that leaves is JSON text, spliced and never reparsed. */
export interface Format {
  /** Reads the `data` of one message. @throws VerbatimError `event-invalid`, one sentence that begins with `path`. */
  decode(data: JsonText, path: string): Message;
  encodeMessage(source: MessageSource): EncodedMessage;
  /** A summary, or another text of ours, as one fragment; never in the system role. Metadata leaves where there is room for it. */
  encodeSummary(text: string, role: 'user' | 'assistant', metadata?: Metadata): string;
  /** The result shown for a call that nothing answered, as one fragment. */
  encodeMissingResult(callId: string, call: ShownCall, text: string): string;
  /** True where a body that begins with these fragments needs a user message first; the engine then adds one. */
  needsLead(fragments: readonly string[]): boolean;
  /** The exact body made of the texts of encoded messages: the same texts give the same bytes, always. */
  renderBody(fragments: readonly string[]): RenderedBody;
  readonly rules: readonly RuleFact[];
  /** Everything in a parsed body that the provider would refuse; empty where it is valid. */
  check(body: unknown): Violation[];
  /** The messages of a body or file, a bare list too. @throws VerbatimError `request-invalid`. */
  split(bodyText: string): SplitBody;
  /** The `data` of the message that holds what stands apart; `system` is its raw JSON text. */
  systemData(system: string): string;
}
