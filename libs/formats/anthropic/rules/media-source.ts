import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { JsonObject } from '../../json-object';
import { documentProblem, imageProblem } from '../media';
import type { BodyView } from './body-view';

export const mediaSource: Rule<BodyView> = {
  name: 'media-source',
  fact:
    'An image is base64 of JPEG, PNG, GIF or WebP of at most 10 MB, a document a PDF or plain text, or either is at an ' +
    'https URL or an uploaded file.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/vision',
  check: ({ blocks }) =>
    inEach(
      blocks,
      ({ value, inner }) => [value, ...inner].map(problemOf).find((one) => one !== null) ?? null,
    ),
};

function problemOf({ type, source }: JsonObject): string | null {
  if (type === 'image') return imageProblem(source);
  return type === 'document' ? documentProblem(source) : null;
}
