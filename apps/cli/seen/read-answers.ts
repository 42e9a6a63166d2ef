import type { Diff, Seen } from './answers';

// Loaded when needed: the schemas, for a command that reads such an answer.
const answers = (): typeof import('./answers') => require('./answers');

/** @throws ZodError where the answer is not of the shape that the service promises */
export function readSeen(answer: unknown): Seen {
  return answers().seenAnswer.parse(answer);
}

/** @throws ZodError as `readSeen` */
export function readDiff(answer: unknown): Diff {
  return answers().diffAnswer.parse(answer);
}
