import { stringify } from 'yaml';
import { escaped } from '../rendering';
import type { Display } from './display';

/** A document as YAML, safe to show; its names in colour where there is colour. */
export function yamlText(document: unknown, display: Display): string {
  const text = escaped(stringify(document, { lineWidth: 0 }));
  if (!display.style.colour) return text;
  return text.replaceAll(/^( *(?:- )?)([\w.-]+):/gm, (_, indent: string, name: string) => {
    return `${indent}${display.cyan(name)}:`;
  });
}
