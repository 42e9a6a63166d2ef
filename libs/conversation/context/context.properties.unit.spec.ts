import fc from 'fast-check';
import { VerbatimError } from '../errors';
import { isLive, type Item } from '../state';
import {
  answered,
  contextOf,
  Conversation,
  handedOver,
  histories,
  play,
  result,
  unpaired,
  type ContextRequest,
} from '../testing';
import type { Context } from './build-context';
import { textOfEntry } from './entry';

const runs = { numRuns: 500 };

const limits = fc.record({
  messages: fc.integer({ min: 1, max: 20 }),
  tokens: fc.integer({ min: 1, max: 250 }),
  toolTokens: fc.constantFrom(0, 5),
  cutStep: fc.constantFrom(0, 0.25, 1),
  overhead: fc.record({ perMessage: fc.nat(4), perRequest: fc.nat(4) }),
  margin: fc.constantFrom(0, 0.1, 0.15),
});

/** The context, or the code of why there is none. */
function tryContext(conversation: Conversation, request: ContextRequest): Context | string {
  try {
    return contextOf(conversation, request);
  } catch (error) {
    if (error instanceof VerbatimError) return error.code;
    throw error;
  }
}

const shown = (context: Context | string): unknown =>
  typeof context === 'string'
    ? context
    : context.entries.map((entry) => [entry.event, entry.kind, entry.role, textOfEntry(entry)]);

const degraded = (context: Context | string): unknown =>
  typeof context === 'string' ? [] : context.degraded;

it('every result is right behind its call and every call is answered, within any limits', () => {
  fc.assert(
    fc.property(histories, limits, fc.boolean(), (steps, request, pending) => {
      const conversation = play(new Conversation(), steps);
      const handed = ['a', 'b'].map((id) => handedOver(`p${id}`, result(id), conversation));
      const context = tryContext(conversation, { ...request, pending: pending ? handed : [] });
      expect(typeof context === 'string' ? [] : unpaired(context.entries)).toEqual([]);
      expect(unpaired(contextOf(conversation).entries)).toEqual([]);
    }),
    runs,
  );
});

it('no call is shown without the result that came for it', () => {
  fc.assert(
    fc.property(histories, limits, (steps, request) => {
      const conversation = play(new Conversation(), steps);
      const context = tryContext(conversation, request);
      if (typeof context === 'string') return;
      const { ws } = conversation;
      const missing = context.entries.filter(({ kind }) => kind === 'missing-result');
      for (const entry of missing) {
        const callId = answered(entry) ?? '';
        const group = ws.items().find(({ eventId }) => eventId === entry.event)?.group;
        const calls = ws.items().filter((item) => item.group === group && item.calls.includes(callId));
        const came = ws.calls(callId).filter((use) => use.group === group && use.result !== null);
        const absent = missing.filter((each) => each.event === entry.event && answered(each) === callId);
        expect(came.length + absent.length).toBeLessThanOrEqual(calls.length);
      }
    }),
    runs,
  );
});

it('everything live and matched is shown where there is room, and the newest user message always', () => {
  fc.assert(
    fc.property(histories, limits, (steps, request) => {
      const conversation = play(new Conversation(), steps);
      const { head, ws } = conversation;
      const { entries, repairs } = contextOf(conversation);
      const events = new Set(entries.flatMap(({ kind, event }) => (kind === 'ledger' ? [] : [event])));
      const repaired = new Set(repairs.map(({ event }) => event));
      const isVisible = (item: Item): boolean => item.ordinal === null || isLive(head.coverage, item.ordinal);
      for (const item of ws.items()) {
        const message = conversation.messageAt(item.position);
        const isResult =
          message.parts.length > 0 && message.parts.every(({ type }) => type === 'tool-result');
        const uses = item.answers.flatMap((callId) => ws.calls(callId));
        const callers = uses
          .filter((use) => use.result === item.position && use.group === item.group)
          .flatMap((use) =>
            ws.items().filter(({ group, calls }) => group === use.group && calls.includes(use.callId)),
          );
        const silent = message.parts.length === 0 && item.role === 'assistant';
        const newestUser = item.position === head.newestUser?.position;
        const visible = isResult ? callers.some(isVisible) : isVisible(item) && !silent;
        const mayBe = visible || newestUser || callers.some(isVisible);
        // A summary has it, and its call is one too many.
        const isSummarised = !isVisible(item) && callers.some(({ eventId }) => repaired.has(eventId));
        const isAccountedFor = events.has(item.eventId) || repaired.has(item.eventId) || isSummarised;
        expect(isAccountedFor || !(visible || newestUser)).toBe(true);
        expect(mayBe || !events.has(item.eventId)).toBe(true);
      }
      const context = tryContext(conversation, request);
      if (typeof context === 'string' || head.newestUser === null) return;
      expect(context.entries.map(({ event }) => event)).toContain(`e${head.newestUser.position}`);
    }),
    runs,
  );
});

it('a context keeps to its limits or there is none', () => {
  fc.assert(
    fc.property(histories, limits, (steps, request) => {
      const conversation = play(new Conversation(), steps);
      const context = tryContext(conversation, request);
      if (typeof context === 'string') return context === 'budget-impossible';
      const { overhead, margin, tokens, toolTokens, messages } = request;
      const measured = context.entries.reduce((sum, entry) => sum + entry.tokens, overhead.perRequest);
      expect(context.tokens + toolTokens).toBeLessThanOrEqual(tokens);
      expect(context.tokens).toBeGreaterThanOrEqual(Math.floor(measured * (1 + margin)));
      const unpinned = context.entries.filter(
        ({ kind, role }) => !['summary', 'ledger', 'missing-result'].includes(kind) && role !== 'system',
      );
      expect(new Set(unpinned.map(({ event }) => event)).size).toBeLessThanOrEqual(messages);
      const isWhole = context.entries.length === contextOf(conversation).entries.length;
      return isWhole || context.degraded.length > 0;
    }),
    runs,
  );
});

it('a context does not depend on how many older messages were loaded', () => {
  fc.assert(
    fc.property(histories, limits, fc.nat(3), fc.boolean(), (steps, request, more, refuse) => {
      const conversation = play(new Conversation(), steps);
      const asked = { ...request, openCalls: refuse ? ('refuse' as const) : ('placeholder' as const) };
      const all = tryContext(conversation, asked);
      const some = tryContext(conversation, { ...asked, loaded: request.messages + more });
      expect(shown(some)).toEqual(shown(all));
      expect(degraded(some)).toEqual(degraded(all));
    }),
    runs,
  );
});

it('the view has a new version whenever the context changes', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const view = (each: Conversation): unknown => shown(tryContext(each, { openCalls: 'refuse' }));
      const conversation = new Conversation();
      let before = { version: conversation.head.viewVersion, view: JSON.stringify(view(conversation)) };
      play(conversation, steps, (each) => {
        const after = { version: each.head.viewVersion, view: JSON.stringify(view(each)) };
        expect(after.view === before.view || after.version > before.version).toBe(true);
        expect(after.version).toBeGreaterThanOrEqual(before.version);
        before = after;
      });
    }),
    runs,
  );
});
