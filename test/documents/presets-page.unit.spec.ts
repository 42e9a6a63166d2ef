import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { presets, resolvePolicy } from '@verbatim/conversation';
import { writtenPolicies } from './presets-page';

const page = readFileSync(join(__dirname, '../../docs/presets.md'), 'utf8');

it.each(writtenPolicies().map(({ section, text, document }) => [section, text, document] as const))(
  '%s: %s resolves',
  (_section, _text, document) => {
    const policy = resolvePolicy(document);
    expect(resolvePolicy(policy)).toEqual(policy);
  },
);

it.each(presets.map((preset) => [preset]))('has a section with a document of %s', (preset) => {
  const documents = writtenPolicies().filter(({ section }) => section.includes(preset));
  expect(documents.length).toBeGreaterThan(0);
});

it('quotes a refusal as it is', () => {
  const contradicting = { preset: 'agentkit', summarization: { triggerAt: 20, keepRecent: 30 } };
  const refusal = 'summarization.keepRecent: keepRecent 30 must be less than triggerAt 20';
  expect(() => resolvePolicy(contradicting)).toThrow(refusal);
  expect(page.replaceAll(/\s+/g, ' ')).toContain(refusal);
});
