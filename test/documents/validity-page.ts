import { type FormatName, formatNames } from '@verbatim/conversation';
import { format, lossCodes, repairCodes, type RuleFact } from '@verbatim/formats';

/** The rules that a context must pass before it is served, as Markdown. */
export function validityPage(command: string): string {
  return [
    '# What a context must pass',
    `Made by \`${command}\` from the rules that check. A context that breaks one of them is not served.`,
    ...formatNames.map(section),
    '## What is repaired',
    'Histories come broken, and no two providers take the same. The journal keeps everything as it came; what a context changes is listed under `repairs`, with the event and the part.',
    codes(repairCodes),
    '## What is lost',
    'What a context cannot carry is listed under `losses`, with the event and the part. It stays in the journal, and `recall` reads it again.',
    codes(lossCodes),
  ].join('\n\n');
}

function section(name: FormatName): string {
  const { rules } = format(name);
  return [
    `## ${name}`,
    ['| rule | what the provider says |', '| --- | --- |', ...rules.map(row)].join('\n'),
  ].join('\n\n');
}

function codes(meanings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(meanings).map(([code, meaning]) => `| \`${code}\` | ${cell(meaning)} |`);
  return ['| code | what happens |', '| --- | --- |', ...rows].join('\n');
}

function row({ name, fact, source }: RuleFact): string {
  return `| \`${name}\` | ${cell(fact)} ([source](${source})) |`;
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');
}
