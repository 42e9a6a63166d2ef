import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { refusedKeys } from '../limits';
import { type BodyView, elementsOf } from './body-view';

export const responseKeys: Rule<BodyView> = {
  name: 'response-keys',
  fact: "Keys that only a response has are not known in a request: created_by, the status of reasoning, the phase of a message that is not the assistant's, what an SDK parsed.",
  source: 'https://github.com/1jehuang/jcode/issues/1028',
  check({ items }) {
    return inEach(items, (item) => {
      const isParsed = elementsOf(item).some((element) => Object.hasOwn(element, 'parsed'));
      const keys = [...refusedKeys(item.value), ...(isParsed ? ['parsed'] : [])];
      return keys.length === 0 ? null : `the API does not know ${keys.join(', ')} here`;
    });
  },
};
