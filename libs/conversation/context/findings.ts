import type { Notice } from './source';
import type { Turn } from './turn';

interface Finding {
  /** Places among unpinned messages: that of the message it is about, and of the turn that the message belongs to. */
  readonly places: readonly number[];
  readonly notice: Notice;
}

/** What a view had to leave out or change, collected while it is composed. */
export class Findings {
  private readonly lost: Finding[] = [];
  private readonly repaired: Finding[] = [];

  lose(ordinal: number, notice: Notice, turn?: Turn): void {
    this.lost.push({ places: placesOf(ordinal, turn), notice });
  }

  repair(ordinal: number, notice: Notice, turn?: Turn): void {
    this.repaired.push({ places: placesOf(ordinal, turn), notice });
  }

  /** Those about what is in view: messages from a place on, and turns that are shown from before it; not of turns `left` out. */
  inView(
    from: number,
    turns: ReadonlySet<number>,
    left: ReadonlySet<number>,
  ): { losses: Notice[]; repairs: Notice[] } {
    const isInView = ({ places }: Finding): boolean =>
      places.some((place) => place >= from || turns.has(place)) && !places.some((place) => left.has(place));
    const notices = (findings: readonly Finding[]): Notice[] =>
      findings.filter(isInView).map(({ notice }) => notice);
    return { losses: notices(this.lost), repairs: notices(this.repaired) };
  }
}

function placesOf(ordinal: number, turn: Turn | undefined): number[] {
  return turn ? [ordinal, turn.ordinal] : [ordinal];
}
