import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { JsonText } from '@verbatim/formats/json-text';
import { readYaml } from '@verbatim/platform/yaml-fault';
import type { Document } from 'yaml';
import { CommandFailure, reasonOf } from './failure';
import { emptyFile, fileFault, notJson, unreadable } from './file-fault';

/** The text of a file. @throws CommandFailure where it cannot be read or is not UTF-8. */
export async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
  return decoded(file, bytes);
}

/** As `readText`; `-` is the standard input. */
export async function readInput(file: string): Promise<string> {
  return file === '-' ? decoded('the standard input', await buffer(process.stdin)) : readText(file);
}

function decoded(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure(`${name} is not UTF-8 text`, 1, { cause });
  }
}

/** A document in JSON (sent as it is) or YAML, as JSON text. @throws CommandFailure where it is neither. */
export async function readDocument(file: string): Promise<JsonText> {
  const text = await readText(file);
  if (text.trim() === '') throw emptyFile(file, 'a document in JSON or YAML');
  try {
    return JsonText.parse(text);
  } catch (error) {
    const { document, fault } = readYaml(text);
    if (fault === null) return JsonText.parse(asJson(file, document));
    throw isMeantAsJson(file, text)
      ? notJson(file, error)
      : fileFault(file, `not YAML: ${fault.reason}`, fault);
  }
}

function isMeantAsJson(file: string, text: string): boolean {
  return file.endsWith('.json') || /^\s*[[{]/.test(text);
}

/** @throws CommandFailure where aliases made it contain itself, or more than can be held. */
function asJson(file: string, document: Document): string {
  try {
    return JSON.stringify(document.toJS() ?? null);
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be written as JSON: ${reasonOf(cause)}`, 1, { cause });
  }
}
