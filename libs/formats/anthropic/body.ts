import { withFirst } from '../encoding';
import type { BodyRepair, RenderedBody } from '../format';
import { fieldsOf, typeOf } from '../json-object';
import { JsonText, listOf, withProperty } from '../json-text';
import { withFewMarks } from './body-marks';
import {
  blocksOf,
  type Fragments,
  isResult,
  joinPieces,
  joinTurns,
  readFragments,
  type Turn,
  turnText,
} from './body-turns';
import { unpaired } from './server-pairs';

/**
 * `{"system"?, "messages"}` of the texts of encoded messages. Turns alternate, results come first, and what the provider takes
 * in no place (a last thought, a call of its own without its result, a breakpoint too many, white space at the end) is left out.
 */
export function renderBody(fragments: readonly string[]): RenderedBody {
  const repairs: BodyRepair[] = [];
  const { system, pieces } = readFragments(fragments);
  const joined = joinPieces(pieces, repairs);
  const paired = withoutUnpaired(joined, repairs);
  const turns = joinTurns(paired.map((turn) => withoutLastThoughts(turn, repairs)))
    .map((turn) => resultsFirst(turn, repairs))
    .map((turn, at, all) => (at === all.length - 1 ? withoutLastSpace(turn, repairs) : turn));
  const marked = withFewMarks([systemTurn(system), ...turns], repairs);
  const [systemBlocks, ...messages] = marked;
  const systemText = systemBlocks && renderSystem(system, systemBlocks);
  const list = `"messages":${listOf(messages.map(turnText))}`;
  return { text: systemText === undefined ? `{${list}}` : `{"system":${systemText},${list}}`, repairs };
}

/** True where the first message would not be the user's. */
export function needsLead(fragments: readonly string[]): boolean {
  for (const fragment of fragments) {
    const [first] = readFragments([fragment]).pieces;
    if (first) return first.role !== 'user';
  }
  return false;
}

/** System texts as a turn, so that their breakpoints are counted first; `raw` where there is one that leaves as it came. */
function systemTurn(system: Fragments['system']): Turn {
  const [only] = system;
  return {
    role: 'user',
    blocks: system.flatMap(({ raw, fragment }) => blocksOf(raw, fragment)),
    raw: system.length === 1 && only ? only.raw.slice() : null,
  };
}

function renderSystem(system: Fragments['system'], { blocks, raw }: Turn): string | undefined {
  if (system.length === 0) return undefined;
  return raw ?? listOf(blocks.map(({ json }) => json));
}

function withoutUnpaired(turns: readonly Turn[], repairs: BodyRepair[]): Turn[] {
  const refused = unpaired(turns);
  if (refused.size === 0) return [...turns];
  return turns.map((turn) => {
    const blocks = turn.blocks.filter((block) => !refused.has(block));
    for (const { value, fragment } of turn.blocks.filter((block) => refused.has(block))) {
      const detail = `a ${typeOf(value)} without its counterpart is refused`;
      repairs.push({ code: 'server-tool-unpaired', detail, fragment });
    }
    return blocks.length === turn.blocks.length ? turn : { ...turn, blocks, raw: null };
  });
}

function withoutLastThoughts(turn: Turn, repairs: BodyRepair[]): Turn {
  if (turn.role !== 'assistant') return turn;
  const end = turn.blocks.findLastIndex(({ value }) => !isThought(value)) + 1;
  if (end === turn.blocks.length) return turn;
  for (const { fragment } of turn.blocks.slice(end)) {
    const detail = 'an assistant message may not end with thinking';
    repairs.push({ code: 'final-thinking', detail, fragment });
  }
  return { ...turn, blocks: turn.blocks.slice(0, end), raw: null };
}

function isThought(value: unknown): boolean {
  return ['thinking', 'redacted_thinking'].includes(typeOf(value));
}

function resultsFirst(turn: Turn, repairs: BodyRepair[]): Turn {
  const firstOther = turn.blocks.findIndex((block) => !isResult(block));
  const late = firstOther === -1 ? [] : turn.blocks.slice(firstOther).filter(isResult);
  if (turn.role !== 'user' || late.length === 0) return turn;
  for (const { fragment } of late) {
    repairs.push({ code: 'results-first', detail: 'results lead the message that holds them', fragment });
  }
  return { ...turn, blocks: withFirst(turn.blocks, isResult), raw: null };
}

function withoutLastSpace(turn: Turn, repairs: BodyRepair[]): Turn {
  const last = turn.blocks.at(-1);
  const { type, text } = fieldsOf(last?.value);
  const isText = type === 'text' && typeof text === 'string';
  if (turn.role !== 'assistant' || !last || !isText || text === text.trimEnd()) return turn;
  const detail = 'the last assistant message may not end with white space';
  repairs.push({ code: 'trailing-space', detail, fragment: last.fragment });
  const json = withProperty(JsonText.parse(last.json), 'text', JSON.stringify(text.trimEnd()));
  return { ...turn, blocks: [...turn.blocks.slice(0, -1), { ...last, json }], raw: null };
}
