import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { JsonObject } from '../../json-object';
import { base64UrlOf } from '../../media';
import { type BodyView, inElements } from './body-view';

export const fileSource: Rule<BodyView> = {
  name: 'file-source',
  fact: "A file is given by its id, or by a file name and the file's bytes as a base64 data URL.",
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check: ({ messages }) =>
    inEach(messages, (message) =>
      inElements(message, 'file', (file) =>
        isSource(file) ? null : 'a file without id, or name and data URL',
      ),
    ),
};

function isSource({ file_id: id, file_data: data, filename }: JsonObject): boolean {
  if (typeof id === 'string' && id !== '') return true;
  return typeof data === 'string' && base64UrlOf(data) !== null && typeof filename === 'string';
}
