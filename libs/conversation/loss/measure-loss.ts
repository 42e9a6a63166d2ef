import type { Loss } from '../events';
import { coarserDates } from './dates';
import type { Identifier, IdentifierKind } from './identifier';
import { identifiersOf } from './identifiers';
import { bareNumber } from './numbers';

/** A text that a summary stands for, with what is known of it beside. */
export interface LossSource {
  readonly text: string;
  readonly role?: string;
  /** Of role `tool`: the tool's name. */
  readonly name?: string;
  readonly tools?: readonly string[];
  readonly unanswered?: readonly string[];
}

/** Different identifiers that are looked for; later ones are not. */
const MOST = 20_000;
const MOST_NAMES = 1000;
const EXAMPLES = 20;

/** The identifiers of a range of messages: ids, paths, URLs, numbers, dates, tools' names, calls nobody answered. */
export class RangeIdentifiers {
  private readonly written = new Map<string, Identifier>();
  private readonly named = new Map<string, Identifier>();

  add({ text, role, name, tools = [], unanswered = [] }: LossSource): void {
    if (role === 'tool' && name !== undefined) this.addName('tool', name);
    for (const tool of tools) this.addName('tool', tool);
    for (const call of unanswered) this.addName('call', call);
    if (this.written.size >= MOST) return;
    for (const identifier of identifiersOf(text)) {
      if (!this.written.has(identifier.key)) this.written.set(identifier.key, identifier);
      if (this.written.size >= MOST) return;
    }
  }

  /** What of them `summary` still carries; without any, nothing is lost. */
  lossIn(summary: string): Loss {
    const keys = new Set<string>();
    for (const identifier of identifiersOf(summary)) for (const key of carriedBy(identifier)) keys.add(key);
    const tally = new Tally();
    for (const name of this.named.values()) tally.count(name, mentions(summary, name.text));
    for (const identifier of this.written.values()) {
      if (!this.named.has(identifier.text)) tally.count(identifier, keys.has(identifier.key));
    }
    return tally.loss();
  }

  private addName(kind: IdentifierKind, text: string): void {
    if (text === '' || this.named.size >= MOST_NAMES) return;
    if (!this.named.has(text)) this.named.set(text, { kind, key: text, text });
  }
}

/** Takes time in proportion to the texts. */
export function measureLoss(sources: Iterable<LossSource>, summary: string): Loss {
  const identifiers = new RangeIdentifiers();
  for (const source of sources) identifiers.add(source);
  return identifiers.lossIn(summary);
}

/** A number with its unit carries the number, a full date its month. */
function carriedBy({ kind, key }: Identifier): string[] {
  if (kind === 'number') return [key, bareNumber(key)];
  return kind === 'date' ? [key, ...coarserDates(key)] : [key];
}

/** Whether the name stands there on its own: `read` is not in `already`. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = [text[at - 1] ?? '', text[at + name.length] ?? ''];
    if (!around.some((character) => /[A-Za-z0-9_]/.test(character))) return true;
  }
  return false;
}

class Tally {
  private readonly kinds: Record<string, { found: number; carried: number }> = {};
  private readonly missing: string[] = [];
  private found = 0;
  private carried = 0;

  count({ kind, text }: Identifier, isCarried: boolean): void {
    const ofKind = (this.kinds[kind] ??= { found: 0, carried: 0 });
    ofKind.found += 1;
    this.found += 1;
    if (isCarried) {
      ofKind.carried += 1;
      this.carried += 1;
    } else if (this.missing.length < EXAMPLES) this.missing.push(text);
  }

  loss(): Loss {
    const { found, carried, kinds, missing } = this;
    return { found, carried, share: found === 0 ? 1 : carried / found, kinds, missing };
  }
}
