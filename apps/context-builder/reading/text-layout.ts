/** Where the text of the messages after a position of the journal begins. */
interface Place {
  readonly after: number;
  readonly offset: number;
}

/** A text of many messages, as far as it was counted: where it can be entered without reading all before. */
export class TextLayout {
  private readonly places: Place[];
  /** Characters of all of it; null while they are not counted. */
  total: number | null = null;

  /** `from` is the position of the first message. */
  constructor(from: number) {
    this.places = [{ after: from - 1, offset: 0 }];
  }

  /** The last place, up to which all is counted. */
  get frontier(): number {
    return this.places.length - 1;
  }

  /** Undefined past the end of the text. */
  place(index: number): Place | undefined {
    return this.places[index];
  }

  /** The nearest place before. */
  indexBefore(offset: number): number {
    return this.places.findLastIndex((place) => place.offset <= offset);
  }

  /** What was read at a place measures so much, and ends at a position; null where nothing comes after. */
  measured(index: number, characters: number, last: number | null): void {
    const place = this.places[index];
    if (index !== this.frontier || place === undefined) return;
    const offset = place.offset + characters;
    if (last === null) this.total = offset;
    else this.places.push({ after: last, offset });
  }
}
