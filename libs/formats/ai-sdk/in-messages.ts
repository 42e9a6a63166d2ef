import { noticesOf, runsOf, type Written } from '../encoding';
import type { EncodedMessage, FormatNotice } from '../format';
import { listOf } from '../json-text';
import type { BlockRole } from './fit';

/** A block as it leaves, and whether a tool message has to hold it. */
export interface PlacedBlock extends Written {
  readonly inTool: boolean;
}

/** Blocks as messages: neighbours that belong into the same one share it; `write` makes the message that is not `tool`. */
export function inMessages(
  blocks: readonly PlacedBlock[],
  losses: readonly FormatNotice[],
  write: (blocks: readonly string[]) => string,
): EncodedMessage {
  const left = blocks.flatMap(({ json, inTool }) => (json === null ? [] : [{ json, inTool }]));
  const messages = runsOf(left, (before, block) => before.inTool === block.inTool).map((run) => {
    const jsons = run.map(({ json }) => json);
    return run[0]?.inTool === true ? messageOf('tool', jsons) : write(jsons);
  });
  return { text: messages.join(','), ...noticesOf([{ losses }, ...blocks]) };
}

export function messageOf(role: BlockRole, blocks: readonly string[]): string {
  return `{"role":"${role}","content":${listOf(blocks)}}`;
}
