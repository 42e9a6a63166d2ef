import { jsonFault } from '@verbatim/formats/json-text';

/** What is wrong with a document, and the offset of the byte where it is. */
export class DocumentFault extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
    this.name = 'DocumentFault';
  }
}

/** There is nothing but white space in it. */
export class EmptyDocument extends DocumentFault {
  constructor() {
    super('not JSON: the text is empty', 0);
  }
}

/** Where `text`, which begins at this offset of the document, stops being JSON. */
export function faultWithin(text: string, start: number): DocumentFault {
  const fault = jsonFault(text);
  const before = text.slice(0, fault?.offset ?? 0);
  const what = fault?.what ?? 'nested too deeply to say where';
  return new DocumentFault(`not JSON: ${what}`, start + Buffer.byteLength(before));
}
