import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { flattenDiagnosticMessageText, ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type { Mutation } from '../contract';

/** A build of the product with a mutation in it. */
export interface MutatedBuild {
  /** What is started in place of `apps/cli/bin/verbatim.js`. */
  readonly program: string;
  dispose(): Promise<void>;
}

const ROOT = join(__dirname, '../../..');
const PROGRAM = 'apps/cli/bin/verbatim.js';

/**
 * Copies `dist`, which must be of the sources as they are, and puts the mutated files in place of theirs: a second, where
 * a build of everything takes half a minute. Nothing is type checked. Throws where an edit does not fit.
 */
export async function mutatedBuild({ edits }: Pick<Mutation, 'edits'>): Promise<MutatedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-mutated-'));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    for (const part of ['dist', dirname(PROGRAM), 'package.json'])
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const source = await mutatedSource(file, edits);
      await writeFile(join(folder, compiled(file)), transpiled(file, source));
    }
    return { program: join(folder, PROGRAM), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The file with all of its edits. Throws where the text to be replaced is not there exactly once. */
export async function mutatedSource(file: string, edits: Mutation['edits']): Promise<string> {
  let source = await readFile(join(ROOT, file), 'utf8');
  for (const { find, replace } of edits.filter((edit) => edit.file === file)) {
    const places = source.split(find).length - 1;
    if (places !== 1) throw new Error(`${file} has ${places} places with: ${find}`);
    source = source.replace(find, () => replace);
  }
  return source;
}

/** @throws where it is no TypeScript */
export function transpiled(file: string, source: string): string {
  const { outputText, diagnostics = [] } = transpileModule(source, {
    reportDiagnostics: true,
    fileName: join(ROOT, file),
    compilerOptions: {
      module: ModuleKind.Node16,
      target: ScriptTarget.ES2022,
      esModuleInterop: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      useDefineForClassFields: false,
    },
  });
  const [wrong] = diagnostics;
  if (wrong)
    throw new Error(`${file} with its edits: ${flattenDiagnosticMessageText(wrong.messageText, ' ')}`);
  return outputText.replaceAll(/"@verbatim\/([^"]+)"/g, (_, library: string) =>
    JSON.stringify(relativePath(file, library)),
  );
}

/** As the build writes the import of a library. */
function relativePath(from: string, library: string): string {
  const file = join('libs', library, 'index.ts');
  const path = existsSync(join(ROOT, file)) ? file : join('libs', `${library}.ts`);
  const found = relative(dirname(from), path).replace(/\.ts$/, '.js');
  return found.startsWith('.') ? found : `./${found}`;
}

function compiled(file: string): string {
  return join('dist', file).replace(/\.ts$/, '.js');
}
