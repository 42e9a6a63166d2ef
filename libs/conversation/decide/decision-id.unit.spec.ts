import { openingHead } from '../fold';
import { checkpointId, omissionId } from '.';
import { isDecisionId } from './decision-id';

const head = openingHead('default', 'c');

it.each([
  checkpointId(head, 0, 90),
  omissionId(head, 8),
  'tool-compaction.1-2.0123456789abcdef.0',
  'tiers.archive.bulk.0-9.3.0123456789abcdef.12',
])('%s is the id of a decision', (id) => {
  expect(isDecisionId(id)).toBe(true);
});

it.each(['m1', 'checkpoint', 'checkpoint.0-90', 'my checkpoint.0-90.x.0', 'policy.default.x.1', 'tiers.1'])(
  '%s is none',
  (id) => {
    expect(isDecisionId(id)).toBe(false);
  },
);
