import { formatNames } from '@verbatim/conversation';
import { TiktokenCounter } from '@verbatim/tokens';
import { ContextRig } from '../support/in-process/context-rig';
import { cases, type Case } from './cases';
import { hostileRows } from './reading';
import { journaled, readAgain, serve } from './serving';
import { table } from './timing';

/**
 * What serving costs, from each format in to each format out, and what reading records costs that were made to take long:
 * milliseconds, beside them what parsing and writing the same JSON takes in the same run (`floor`), and the ratio. An
 * argument picks cases by their names.
 */
async function main(picked = ''): Promise<void> {
  for (const each of cases.filter(({ name }) => name.includes(picked))) {
    console.log(`\n${each.name}`);
    console.log(table(SERVING, await servingRows(each)));
  }
  if (!HOSTILE.includes(picked)) return;
  console.log(`\n${HOSTILE}, the slowest 25`);
  console.log(table(READING, hostileRows(25)));
}

const SERVING =
  'in,out,MB,read,build,fit,encode,lead,body,check,receipt,render,floor,(read + render) / floor'.split(',');
const READING = 'in,read,floor,read / floor,kind,frame and value'.split(',');
const HOSTILE = 'hostile records of a megabyte';

async function servingRows(each: Case): Promise<(string | number)[][]> {
  const rig = new ContextRig(new TiktokenCounter());
  const rows: (string | number)[][] = [];
  for (const source of formatNames) {
    const conversation = await journaled(rig, each, source);
    const read = readAgain(conversation);
    for (const target of formatNames) {
      const { steps, whole, floor, megabytes } = await serve(rig, conversation, target);
      const ratio = (read + whole) / floor;
      rows.push([source, target, megabytes, read, ...Object.values(steps), whole, floor, ratio]);
    }
  }
  return rows;
}

void main(process.argv[2]);
