import { isPinned, VerbatimError, type Range } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader, StoredEvent } from '@verbatim/conversation-store';
import { readableText } from './readable-text';
import { messageOf } from './stored-data';
import { TextLayout } from './text-layout';
import { charactersOf, countCharacters, type TextPage, type TextRequest } from './text-page';

/** Messages read at once, and between two places of a layout. */
const STEP = 25;
/** Messages at most that a page counts beyond its own end, so that `total` is known of all but the longest ranges. */
const COUNTED_AHEAD = 200;
/** Layouts kept in memory. */
const LAYOUTS = 1000;

/**
 * What a summary covers as one text: each message headed by its role and id, pinned ones apart. A page reads the
 * messages it shows and a bounded number of others: where they begin is remembered from the pages before.
 */
export class CoveredText {
  private readonly layouts = new Map<string, TextLayout>();

  constructor(private readonly reader: ConversationReader) {}

  async page(key: ConversationKey, range: Range, { offset, limit }: TextRequest): Promise<TextPage> {
    const layout = this.layoutOf(key, range);
    const end = offset + limit;
    const texts: string[] = [];
    for (let index = layout.indexBefore(offset); ; index += 1) {
      const place = layout.place(index);
      // What begins at the very end is read too: it tells whether there is more.
      if (place === undefined || place.offset > end) break;
      let at = place.offset;
      for (const block of await this.read(key, range, layout, index)) {
        const from = Math.max(0, offset - at);
        const through = Math.max(0, end - at);
        texts.push(charactersOf(block, from, through));
        at += countCharacters(block);
      }
    }
    for (let ahead = 0; layout.total === null && ahead < COUNTED_AHEAD; ahead += STEP) {
      await this.read(key, range, layout, layout.frontier);
    }
    const counted = layout.total ?? layout.place(layout.frontier)?.offset ?? 0;
    return { text: texts.join(''), offset, total: layout.total, next: counted > end ? end : null };
  }

  /** The blocks of text of the messages at a place. */
  private async read(
    key: ConversationKey,
    range: Range,
    layout: TextLayout,
    index: number,
  ): Promise<string[]> {
    const place = layout.place(index);
    if (place === undefined) return [];
    const found = await this.reader.messages(key, place.after, STEP);
    const covered = found.filter(({ position }) => position <= range.to);
    const blocks = covered.flatMap(blockOf);
    const separated = blocks.map((block, at) => (place.offset === 0 && at === 0 ? block : `\n\n${block}`));
    const isEnd = covered.length < STEP;
    const characters = separated.reduce((sum, block) => sum + countCharacters(block), 0);
    layout.measured(index, characters, isEnd ? null : (covered.at(-1)?.position ?? null));
    return separated;
  }

  /** The one used longest ago makes room. */
  private layoutOf({ tenant, conversation }: ConversationKey, { from, to }: Range): TextLayout {
    const name = JSON.stringify([tenant, conversation, from, to]);
    const layout = this.layouts.get(name) ?? new TextLayout(from);
    this.layouts.delete(name);
    this.layouts.set(name, layout);
    const [oldest] = this.layouts.keys();
    if (this.layouts.size > LAYOUTS && oldest !== undefined) this.layouts.delete(oldest);
    return layout;
  }
}

/** None of a pinned message. One that cannot be read says why in its place. */
function blockOf(stored: StoredEvent): string[] {
  const ref = JSON.stringify(stored.eventId);
  try {
    const { message } = messageOf(stored);
    return isPinned(message.role) ? [] : [`[${message.role} ref=${ref}]\n${readableText(message)}`];
  } catch (error) {
    if (error instanceof VerbatimError) return [`[message ref=${ref}]\n[${error.message}]`];
    throw error;
  }
}
