import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface WrittenPolicy {
  /** Heading of the section that it stands in. */
  readonly section: string;
  readonly language: 'json' | 'yaml';
  readonly text: string;
  readonly document: unknown;
}

/** The policy documents of docs/presets.md, in its order. */
export function writtenPolicies(): WrittenPolicy[] {
  const page = readFileSync(join(__dirname, '../../docs/presets.md'), 'utf8');
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((text) => {
      const [section = ''] = text.split('\n');
      return [...text.matchAll(/^```(json|yaml)\n(.*?)^```$/gms)].map(([, language, body = '']) => ({
        section,
        language: language === 'json' ? ('json' as const) : ('yaml' as const),
        text: body,
        document: language === 'json' ? (JSON.parse(body) as unknown) : (parse(body) as unknown),
      }));
    });
}

/** The first document of a section, as the page has it. */
export function writtenPolicy(section: string, number = 0): WrittenPolicy {
  const found = writtenPolicies().filter((policy) => policy.section.startsWith(section))[number];
  if (!found) throw new Error(`docs/presets.md has no document ${number} under ${section}`);
  return found;
}
