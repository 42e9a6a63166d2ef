import { fragmentValues, joinedStrings } from '../encoding';
import type { BodyRepair, RenderedBody } from '../format';
import { listOf } from '../json-text';
import { answersInKind } from './body-answers';
import { uniqueItems } from './body-ids';
import { type BodyItem, bodyItem } from './body-item';
import { followedReasoning, freedOfReasoning, readableReasoning } from './body-reasoning';
import { isInstructions } from './item';

/**
 * `{"instructions"?, "input"}` of the texts of encoded messages. Of items with one id the first keeps it, reasoning stands
 * before what it was made for, and what was made with reasoning that is not there loses its tie to it.
 */
export function renderBody(fragments: readonly string[]): RenderedBody {
  const repairs: BodyRepair[] = [];
  const all = itemsOf(fragments);
  const items = inputOf(all, repairs);
  const input = `"input":${listOf(items.map(({ json }) => json))}`;
  const instructions = instructionsOf(all);
  return {
    text: instructions === null ? `{${input}}` : `{"instructions":${instructions},${input}}`,
    repairs,
  };
}

/** True where no item would be left, which the API refuses. */
export function needsLead(fragments: readonly string[]): boolean {
  return inputOf(itemsOf(fragments), []).length === 0;
}

function itemsOf(fragments: readonly string[]): BodyItem[] {
  return fragmentValues(fragments).map(({ json, fragment }) => bodyItem(json, fragment));
}

function inputOf(all: readonly BodyItem[], repairs: BodyRepair[]): BodyItem[] {
  const items = all.filter(({ value }) => !isInstructions(value));
  const unique = uniqueItems(answersInKind(items, repairs), repairs);
  return followedReasoning(freedOfReasoning(readableReasoning(unique, repairs), repairs), repairs);
}

/** One leaves as it came, several as one text. */
function instructionsOf(all: readonly BodyItem[]): string | null {
  const texts = all
    .filter(({ value }) => isInstructions(value))
    .flatMap(({ json }) => json.property('instructions') ?? []);
  const [only] = texts;
  if (!only) return null;
  return texts.length === 1 ? only.slice() : joinedStrings(texts);
}
