import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../documents';

/** A fenced block of a page, as printed. */
export interface CodeBlock {
  /** From the project's root. */
  readonly page: string;
  /** Of its first line, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** README and everything under docs, but for decisions, whose examples are of their day. */
export function pages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('adr'))
    .map((path) => `docs/${path}`);
  return ['README.md', 'libs/client/README.md', 'libs/clients/python/README.md', ...inDocs.toSorted()];
}

export function codeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].map((match) => {
    const [, indent = '', language = '', body = ''] = match;
    return {
      page,
      line: text.slice(0, match.index).split('\n').length + 1,
      language,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/** How a test names it. */
export function nameOf({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}
