import { isReadable, isReadableImage } from './media';
import type { ContentItem } from './output-schema';
import { type Block, blocksOf } from './schema';

/** A role whose messages hold blocks. */
export type BlockRole = keyof typeof blocksOf;

/** True of a block that the SDK takes in a message of the role as it is. */
export function isFit(block: unknown, role: BlockRole): boolean {
  const result = blocksOf[role].safeParse(block);
  return result.success && unreadable(result.data) === null;
}

/** What the SDK stops at while it reads the media of a block; null where it reads all. */
export function unreadable(block: Block): string | null {
  switch (block.type) {
    case 'image':
      return isReadableImage(block.image) ? null : 'its image is no URL and no base64';
    case 'file':
      return isReadable(block.data) ? null : 'its data URL holds no data';
    case 'tool-result':
      return block.output.type === 'content' ? unreadableItem(block.output.value) : null;
    default:
      return null;
  }
}

function unreadableItem(items: readonly ContentItem[]): string | null {
  for (const item of items) {
    if (item.type !== 'image-url' && item.type !== 'file-url') continue;
    if (!URL.canParse(item.url)) return 'the URL of its output is none';
    if (!isReadable(item.url)) return 'the data URL of its output holds no data';
  }
  return null;
}
