import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../failure';

/** UTF-8 bytes of a tool's answer at most; what is cut is said. */
const MOST_BYTES = 16 * 1024;
const MOST_SEARCHED_BYTES = 256 * 1024;
const MOST_ENTRIES = 5000;
const withheld = new Set(['node_modules', 'dist', 'coverage']);

/** A path that these tools do not open. */
class Withheld extends Error {}

/**
 * A folder's files, read only. Nothing outside it is opened, by `..` or by a symbolic link, nor anything whose name
 * begins with a dot (keys may lie there), nor what was installed or built. Orders and answers are always the same for
 * the same files; every failure is a text that begins with `error:`, as tools tell a model.
 */
export class ProjectFiles {
  private constructor(private readonly root: string) {}

  static async open(folder: string): Promise<ProjectFiles> {
    return new ProjectFiles(await realpath(folder));
  }

  /** The entries of a folder, one a line, folders with a slash. */
  list(folder: string): Promise<string> {
    return answered(folder, async () => {
      const entries = await this.entries(await this.inside(folder));
      return entries.map(({ name, isFolder }) => (isFolder ? `${name}/` : name)).join('\n');
    });
  }

  /** A file's text. */
  read(path: string): Promise<string> {
    return answered(path, async () => {
      const text = await readFile(await this.inside(path), 'utf8');
      if (text.includes('\0')) throw new Withheld('is not text');
      return text;
    });
  }

  /** The lines of a folder's text files that contain `text`, in any case, as `path:line: text`. */
  search(text: string, folder: string): Promise<string> {
    return answered(folder, async () => {
      const found: string[] = [];
      for (const file of await this.files(await this.inside(folder))) {
        const lines = (await readFile(file, 'utf8')).split('\n');
        const path = relative(this.root, file).split(sep).join('/');
        for (const [index, line] of lines.entries()) {
          if (line.toLowerCase().includes(text.toLowerCase()))
            found.push(`${path}:${index + 1}: ${line.trim()}`);
        }
      }
      return found.length === 0 ? 'no line contains it' : found.join('\n');
    });
  }

  /** The real path of something inside the folder. */
  private async inside(path: string): Promise<string> {
    const asked = resolve(this.root, path);
    this.check(asked);
    const real = await realpath(asked);
    this.check(real);
    return real;
  }

  private check(path: string): void {
    const within = relative(this.root, path);
    const parts = within === '' ? [] : within.split(sep);
    if (isAbsolute(within) || parts[0] === '..') throw new Withheld('is outside the project');
    if (parts.some(isWithheld)) throw new Withheld('is not for this tool');
  }

  /** Symbolic links are neither folders nor files here. */
  private async entries(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
    return (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => !isWithheld(entry.name) && (entry.isDirectory() || entry.isFile()))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  private async files(folder: string): Promise<string[]> {
    const files: string[] = [];
    for (const { name, isFolder } of await this.entries(folder)) {
      const path = join(folder, name);
      if (isFolder) files.push(...(await this.files(path)));
      else if (
        /\.(?:[cm]?[jt]s|json|md|sql|ya?ml)$/.test(name) &&
        (await stat(path)).size <= MOST_SEARCHED_BYTES
      )
        files.push(path);
      if (files.length > MOST_ENTRIES) throw new Withheld('holds too many files to search');
    }
    return files;
  }
}

function isWithheld(name: string): boolean {
  return name.startsWith('.') || withheld.has(name);
}

async function answered(path: string, work: () => Promise<string>): Promise<string> {
  try {
    return capped(await work());
  } catch (error) {
    if (error instanceof Withheld) return `error: ${path} ${error.message}`;
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
    return `error: ${path} cannot be opened: ${code ?? reasonOf(error)}`;
  }
}

function capped(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return text;
  const kept = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES), { stream: true });
  return `${kept}\n[${bytes.length - Buffer.byteLength(kept)} more bytes are not shown]`;
}
