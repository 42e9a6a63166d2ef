import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { readText } from '../document-file';
import { CommandFailure } from '../failure';
import { exploration } from './agent';
import type { Script } from './chat';
import { fileScript } from './file-script';
import { ProjectFiles } from './project-files';
import { tasks } from './tasks';

/** Leaves room for what ids of calls add. */
const MOST_ID = 200;

/** A conversation to be played: what it is, its id, its script. */
export interface Play {
  readonly what: string;
  readonly conversation: string;
  readonly script: Script;
}

/** The agent's exploration of this project. `most` tasks; all without it. */
export async function agentPlay(most: number = tasks.length): Promise<Play> {
  const files = await ProjectFiles.open(projectFolder(__dirname));
  return {
    what: "A scripted agent explores this project's own files with real tools",
    conversation: 'demo',
    script: exploration(files, tasks.slice(0, most)),
  };
}

/** A user's conversation. @throws CommandFailure for a file at fault */
export async function filePlay(file: string): Promise<Play> {
  return {
    what: `The conversation in ${file}, message by message`,
    conversation: basename(file, extname(file)).slice(0, MOST_ID),
    script: fileScript(file, await readText(file)),
  };
}

/** The nearest folder above that has a package.json: from the sources and from what was built of them alike. */
function projectFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new CommandFailure('the project is not here: give a FILE');
  return projectFolder(parent);
}
