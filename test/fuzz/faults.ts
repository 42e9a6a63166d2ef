import { noLimits, VerbatimError, type FormatName } from '@verbatim/conversation';
import { JsonText, readMessageData } from '@verbatim/formats';
import { readBody } from '../support/in-process/bodies';
import type { Asked, ContextRig, Rendered } from '../support/in-process/context-rig';
import type { FoldedConversation } from '../support/in-process/folded-conversation';
import { isRefusal } from '../support/in-process/refusals';
import { raise, type Tally } from '../support/in-process/tally';
import { droppedInSilence, type ShownMessage } from './dropped';
import type { History } from './history';
import { isCut, unaccounted } from './unaccounted';
import { changedBytes } from './untouched';

/** Something that must never be; `kind` stays the same where only the details differ. */
export interface Fault {
  readonly target: FormatName;
  readonly kind: string;
  readonly detail: string;
}

/** What a fuzzed conversation consists of once it is folded. */
export interface Played {
  readonly conversation: FoldedConversation;
  /** By event id. */
  readonly dataTexts: ReadonlyMap<string, string>;
  /** Sentences of the messages that are none. */
  readonly unread: readonly string[];
}

export async function play(rig: ContextRig, { steps }: History): Promise<Played> {
  const conversation = rig.conversation('fuzzed');
  const dataTexts = new Map<string, string>();
  const unread: string[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'policy') conversation.assign(step.document);
    else if (step.kind === 'settle') conversation.settle();
    else {
      const refusal = await conversation.append(step.dataText, `m${index}`);
      if (refusal === null) dataTexts.set(`m${index}`, step.dataText);
      else unread.push(refusal);
    }
  }
  return { conversation, dataTexts, unread };
}

/** What the request hands over; a message that is none is refused before anything is rendered. */
export function askedOf({ request }: History): Asked {
  const pending = request.pending
    .filter((dataText) => isMessage(dataText))
    .map((dataText, index) => [`p${index}`, dataText] as const);
  return { ...request, pending };
}

function isMessage(dataText: string): boolean {
  try {
    readMessageData(JsonText.parse(dataText), noLimits);
    return true;
  } catch (error) {
    if (error instanceof VerbatimError) return false;
    throw error;
  }
}

/** Every fault of one target's context of a conversation; `tally` counts what was served and what was refused. */
export async function faultsOf(
  rig: ContextRig,
  { conversation, dataTexts }: Played,
  target: FormatName,
  asked: Asked,
  tally: Tally,
): Promise<Fault[]> {
  const fault = (kind: string, detail: string): Fault => ({ target, kind, detail });
  try {
    const rendered = await rig.render(conversation, target, asked);
    tally.add(rendered);
    const again = await rig.render(conversation, target, asked);
    const read = readBody(target, rendered.bodyText);
    const named = namedEvents(rendered, conversation);
    const strangers = strangeEvents(rendered, conversation, asked);
    const mayLackResults = isCut(rendered) || conversation.ws.head.checkpoints > 0;
    const dropped = droppedInSilence(target, shownIn(rendered, conversation, named), rendered.bodyText, read);
    return [
      ...read.broken.map((detail) => fault('separated', `${detail} in ${rendered.bodyText}`)),
      ...(again.bodyText === rendered.bodyText ? [] : [fault('unstable', again.bodyText)]),
      ...(rendered.tokens > rendered.budget ? [fault('over-budget', `${rendered.tokens} tokens`)] : []),
      ...strangers.map((detail) => fault('stranger', detail)),
      ...unaccounted(rendered, conversation, named).map((detail) => fault('unaccounted', detail)),
      ...dropped.map((detail) => fault('dropped', `${detail} in ${rendered.bodyText}`)),
      ...changedBytes(target, rendered, dataTexts, { named, mayLackResults }).map((detail) =>
        fault('changed', `${detail} in ${rendered.bodyText}`),
      ),
    ];
  } catch (error) {
    if (!(error instanceof VerbatimError)) {
      const { name, message, stack } = error as Error;
      return [fault(`${name}: ${message}`, stack ?? '')];
    }
    raise(tally.refused, error.code);
    if (isRefusal(error)) return [];
    return [fault(`${error.code} ${String(error.details['rule'] ?? '')}`, error.message)];
  }
}

function strangeEvents({ losses, repairs }: Rendered, conversation: FoldedConversation, { pending }: Asked) {
  const known = new Set([...conversation.eventIds(), ...(pending ?? []).map(([id]) => id)]);
  return [...losses, ...repairs].flatMap(({ code, event }) =>
    event === undefined || known.has(event) ? [] : [`${code} names ${event}`],
  );
}

/** Events that a repair or loss names, and those whose results answer a call that leaves under another id. */
function namedEvents({ losses, repairs }: Rendered, { ws }: FoldedConversation): Set<string> {
  const named = new Set([...losses, ...repairs].flatMap(({ event }) => event ?? []));
  const renamed = new Set(repairs.flatMap(({ code, event }) => (code === 'call-id-changed' ? [event] : [])));
  const items = ws.items();
  const callIds = new Set(items.flatMap(({ eventId, calls }) => (renamed.has(eventId) ? calls : [])));
  const answering = items.filter(({ answers }) => answers.some((callId) => callIds.has(callId)));
  return new Set([...named, ...answering.map(({ eventId }) => eventId)]);
}

/** Journaled messages that are shown, or results of them, and of which nothing is reported; each once. */
function shownIn(
  { segments }: Rendered,
  conversation: FoldedConversation,
  named: ReadonlySet<string>,
): ShownMessage[] {
  const positions = new Map(conversation.ws.items().map(({ eventId, position }) => [eventId, position]));
  const shown = new Map<string, ShownMessage>();
  for (const { event, kind, role } of segments) {
    const position = positions.get(event);
    if (kind !== 'message' || position === undefined || named.has(event)) continue;
    const isResult = role === 'tool';
    const { message, dataText } = conversation.messageAt(position);
    shown.set(`${event} ${isResult}`, { event, isResult, message, dataText });
  }
  return [...shown.values()];
}
