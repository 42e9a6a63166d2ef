import type { BodyRepair } from '../format';
import { fieldsOf } from '../json-object';
import type { Block, Turn } from './body-turns';
import { markKeeper, marksOf, withoutMarks } from './cache-marks';

/** Of the breakpoints in the whole body the oldest go. */
export function withFewMarks(turns: readonly Turn[], repairs: BodyRepair[]): Turn[] {
  const keeps = markKeeper();
  return turns
    .toReversed()
    .map((turn) => {
      const blocks = turn.blocks
        .toReversed()
        .map((block) => unmarked(block, keeps, repairs))
        .toReversed();
      return blocks.every((block, at) => block === turn.blocks[at]) ? turn : { ...turn, blocks, raw: null };
    })
    .toReversed();
}

function unmarked(block: Block, keeps: ReturnType<typeof markKeeper>, repairs: BodyRepair[]): Block {
  const marks = marksOf(fieldsOf(block.value));
  const refused = marks.toReversed().filter((mark) => !keeps(mark));
  if (refused.length === 0) return block;
  const detail = 'a request takes four cache breakpoints, those of an hour before shorter ones';
  repairs.push({ code: 'cache-control-removed', detail, fragment: block.fragment });
  return { ...block, json: withoutMarks(block.json, refused) };
}
