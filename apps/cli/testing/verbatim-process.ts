import { join } from 'node:path';
import { CommandProcess } from './command-process';

/** A process that outlived a failed test would keep jest waiting. */
afterAll(() => CommandProcess.started.forEach((child) => child.kill('SIGKILL')));

const fromSources = ['--require', join(__dirname, 'register-typescript.js'), join(__dirname, '../main.ts')];
const fromBuild = [join(__dirname, '../bin/verbatim.js')];

/** From the sources: no build is needed. */
export class VerbatimProcess extends CommandProcess {
  constructor(...words: readonly string[]) {
    super([...fromSources, ...words], {});
  }
}

/** As a user starts it, from `dist`: `npm test` builds that first. */
export class BuiltVerbatim extends CommandProcess {
  constructor(settings: Readonly<Record<string, string>>, ...words: readonly string[]) {
    super([...fromBuild, ...words], settings);
  }
}
