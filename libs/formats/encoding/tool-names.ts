import type { FormatNotice } from '../format';

const REFUSED = /[^a-zA-Z0-9_-]/g;

/** A tool's name as providers take it: letters, digits, `_` and `-`, at least one and at most `maxLength`. */
export function toolNameFor(name: string, maxLength: number): string {
  const safe = name.replaceAll(REFUSED, '_').slice(0, maxLength);
  return safe === '' ? 'unnamed' : safe;
}

export function renamedTool(from: string, to: string, part: number): FormatNotice[] {
  return from === to
    ? []
    : [{ code: 'tool-name-changed', part, detail: `the tool name ${JSON.stringify(from)} leaves as ${to}` }];
}
