import { readFile } from 'node:fs/promises';
import { JsonText } from '@verbatim/formats/json-text';
import { parseDocument, type Document } from 'yaml';
import { CommandFailure, reasonOf } from './failure';

/** The text of a file. @throws CommandFailure where it cannot be read or is not UTF-8. */
export async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be read: ${reasonOf(cause)}`, 1, { cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure(`${file} is not UTF-8 text`, 1, { cause });
  }
}

/** A document in JSON (sent as it is) or YAML, as JSON text. @throws CommandFailure where it is neither. */
export async function readDocument(file: string): Promise<JsonText> {
  const text = await readText(file);
  try {
    return JsonText.parse(text);
  } catch {
    const document = parseDocument(text, { prettyErrors: false });
    const [fault] = document.errors;
    if (fault !== undefined) throw new CommandFailure(`${file} is neither JSON nor YAML: ${fault.message}`);
    return JsonText.parse(asJson(file, document));
  }
}

/** @throws CommandFailure where aliases made it contain itself, or more than can be held. */
function asJson(file: string, document: Document): string {
  try {
    return JSON.stringify(document.toJS() ?? null);
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be written as JSON: ${reasonOf(cause)}`, 1, { cause });
  }
}
