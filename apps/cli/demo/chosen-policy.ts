import { existsSync } from 'node:fs';
import { readDocument } from '../document-file';

/** A policy, and the body of the request that assigns it. */
export interface ChosenPolicy {
  readonly name: string;
  readonly body: string;
}

/** SPEC 1's rhythm with smaller numbers, so that a short conversation shows it several times. */
export const ownPolicy: ChosenPolicy = {
  name: 'agentkit: at 60 live messages all but 12 become a summary, later at 30; the last 4 tool results stay',
  body: JSON.stringify({
    preset: 'agentkit',
    summarization: { triggerAt: 60, keepRecent: 12, retriggerAt: 30 },
    toolResults: { keepRecent: 4 },
  }),
};

/** A file's document (JSON or YAML), else the policy of that name. @throws CommandFailure for a file at fault */
export async function namedPolicy(nameOrFile: string): Promise<ChosenPolicy> {
  if (!existsSync(nameOrFile)) return { name: nameOrFile, body: JSON.stringify({ name: nameOrFile }) };
  return { name: nameOrFile, body: (await readDocument(nameOrFile)).slice() };
}
