import { messageElement, summaryElement, type SummaryMessage } from '@verbatim/llm';

/** What one request is made of. */
export interface Part {
  readonly previousSummaries: readonly string[];
  readonly messages: readonly SummaryMessage[];
  /** As counted in the transcript. */
  readonly tokens: number;
}

type Material = Pick<Part, 'previousSummaries' | 'messages'>;

interface Unit extends Material {
  readonly text: string;
  readonly rendered: string;
  readonly withText: (text: string) => Unit;
}

type Count = (text: string) => Promise<number>;

/** Of a cut text, the share at whose end a line or a word is looked for. */
const REACH = 0.2;
/** Tokens are not spread evenly over a text. */
const CAUTION = 0.9;

/**
 * The material in order, in as few parts as go into `room` tokens each. Cuts fall between messages; a message that is
 * too long on its own comes in several, under the same `ref`, and none of its text is left out.
 */
export async function partsOf(material: Material, room: number, count: Count): Promise<Part[]> {
  const parts: { previousSummaries: string[]; messages: SummaryMessage[]; tokens: number }[] = [];
  for (const whole of units(material)) {
    for (const { unit, tokens } of await pieces(whole, room, count)) {
      let part = parts.at(-1);
      if (!part || part.tokens + tokens > room) {
        part = { previousSummaries: [], messages: [], tokens: 0 };
        parts.push(part);
      }
      part.previousSummaries.push(...unit.previousSummaries);
      part.messages.push(...unit.messages);
      part.tokens += tokens;
    }
  }
  return parts;
}

function units({ previousSummaries, messages }: Material): Unit[] {
  return [...previousSummaries.map(ofSummary), ...messages.map(ofMessage)];
}

function ofSummary(text: string): Unit {
  return {
    previousSummaries: [text],
    messages: [],
    text,
    rendered: summaryElement(text),
    withText: ofSummary,
  };
}

function ofMessage(message: SummaryMessage): Unit {
  return {
    previousSummaries: [],
    messages: [message],
    text: message.text,
    rendered: messageElement(message),
    withText: (text) => ofMessage({ ...message, text }),
  };
}

async function pieces(unit: Unit, room: number, count: Count): Promise<{ unit: Unit; tokens: number }[]> {
  const tokens = await count(unit.rendered);
  if (tokens <= room || unit.text.length < 2) return [{ unit, tokens }];
  const length = Math.max(1, Math.floor(unit.text.length * (room / tokens) * CAUTION));
  const all: { unit: Unit; tokens: number }[] = [];
  for (const text of slices(unit.text, length)) all.push(...(await pieces(unit.withText(text), room, count)));
  return all;
}

/** In UTF-16 units, at most `length` each but for a character of two. */
export function slices(text: string, length: number): string[] {
  const all: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = cutPoint(text, start, start + length);
    all.push(text.slice(start, end));
    start = end;
  }
  return all;
}

function cutPoint(text: string, start: number, end: number): number {
  if (end >= text.length) return text.length;
  const from = end - Math.floor((end - start) * REACH);
  const tail = text.slice(from, end);
  const soft = Math.max(tail.lastIndexOf('\n'), -1) + 1 || tail.lastIndexOf(' ') + 1;
  if (soft > 0) return from + soft;
  const isPair = text.charCodeAt(end) >> 10 === 0x37;
  return isPair ? Math.max(end - 1, start + 2) : end;
}
