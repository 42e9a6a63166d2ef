import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { CommandFailure, reasonOf } from '../failure';

const CHUNK_BYTES = 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * A document that is read more than once: a file, or a copy of what came through a pipe, which is removed in the end.
 * Offsets in it begin after the byte order mark, where it has one.
 */
export class ImportDocument {
  private constructor(
    /** As the user named it. */
    readonly name: string,
    readonly bytes: number,
    private readonly handle: FileHandle,
    private readonly changedAt: number,
    private readonly copy: string | null,
  ) {}

  /** `-` is standard input. @throws CommandFailure where the file cannot be read */
  static async open(name: string, standardInput: Readable = process.stdin): Promise<ImportDocument> {
    try {
      if (name === '-') return await ImportDocument.copied('standard input', standardInput);
      const handle = await open(name, 'r');
      const { size, mtimeMs } = await handle.stat();
      if ((await handle.stat()).isFile()) return new ImportDocument(name, size, handle, mtimeMs, null);
      return await ImportDocument.copied(name, handle.createReadStream());
    } catch (cause) {
      throw new CommandFailure(`${name} cannot be read: ${whyNot(cause)}`, 1, { cause });
    }
  }

  private static async copied(name: string, from: Readable): Promise<ImportDocument> {
    const folder = await mkdtemp(join(tmpdir(), 'verbatim-import-'));
    try {
      const copy = join(folder, 'document');
      await pipeline(from, createWriteStream(copy, { mode: 0o600 }));
      const handle = await open(copy, 'r');
      const { size, mtimeMs } = await handle.stat();
      return new ImportDocument(name, size, handle, mtimeMs, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** From the beginning. A chunk is valid until the next one is asked for. */
  async *chunks(): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let at = 0;
    while (at < this.bytes) {
      const { bytesRead } = await this.handle.read(buffer, 0, Math.min(CHUNK_BYTES, this.bytes - at), at);
      if (bytesRead === 0) throw this.changed();
      const chunk = buffer.subarray(0, bytesRead);
      yield at === 0 && chunk.subarray(0, BOM.length).equals(BOM) ? chunk.subarray(BOM.length) : chunk;
      at += bytesRead;
    }
  }

  /** @throws CommandFailure where the file is not what it was when it was opened */
  async refuseChanges(): Promise<void> {
    const { size, mtimeMs } = await this.handle.stat();
    if (size !== this.bytes || mtimeMs !== this.changedAt) throw this.changed();
  }

  /** Line and column of an offset, in characters from 1. Reads what comes before it. */
  async placeOf(offset: number): Promise<{ line: number; column: number }> {
    let [line, lineStart, at, column] = [1, 0, 0, 1];
    for await (const chunk of this.chunks()) {
      const before = chunk.subarray(0, offset - at);
      for (let end = before.indexOf(0x0a); end !== -1; end = before.indexOf(0x0a, end + 1)) {
        line += 1;
        lineStart = at + end + 1;
        column = 1;
      }
      const text = before.subarray(Math.max(0, lineStart - at));
      column += charactersIn(text);
      at += chunk.length;
      if (at >= offset) break;
    }
    return { line, column };
  }

  async close(): Promise<void> {
    await this.handle.close();
    if (this.copy !== null) await rm(this.copy, { recursive: true, force: true });
  }

  private changed(): CommandFailure {
    return new CommandFailure(
      `${this.name} changed while it was read: import it again when nothing writes to it`,
    );
  }
}

/** UTF-16 units of UTF-8 text that may be cut anywhere: continuation bytes do not count, four-byte characters twice. */
function charactersIn(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) count += byte >= 0xf0 ? 2 : Number((byte & 0xc0) !== 0x80);
  return count;
}

function whyNot(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'this user may not read it';
  return reasonOf(cause);
}
