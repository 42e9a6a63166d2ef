import type { TiersHistory } from '../policy';
import type { Problem } from '../problems';
import type { PathOf } from './path-of';

const tiers = ['current', 'topics', 'bulks'] as const;
const ratios = ['contextHistoryRatio', 'topicCompressRatio', 'largeMessageToTopicRatio'] as const;

/** SPEC 5: the three tiers share the history's budget out, and no ratio is nothing. */
export function tiersProblems(history: TiersHistory, pathOf: PathOf): Problem[] {
  const nothing = ratios
    .filter((name) => history[name] === 0)
    .map((name) => ({ path: pathOf(`history.${name}`), problem: `${name} must be over 0` }));
  return [...nothing, ...sharesProblems(history, pathOf)];
}

/** Sums of decimal fractions are a hair off. */
const HAIR = 1e-9;

function sharesProblems({ shares }: TiersHistory, pathOf: PathOf): Problem[] {
  const sum = tiers.reduce((total, tier) => total + shares[tier], 0);
  if (Math.abs(sum - 1) < HAIR) return [];
  const terms = tiers.map((tier) => `${tier} ${shares[tier]}`).join(' + ');
  const paths = tiers.map((tier) => pathOf(`history.shares.${tier}`));
  const own = paths.find((path) => !path.includes('shares.'));
  return [
    {
      path: own ?? paths[0]?.replace(/\.\w+$/, '') ?? '',
      problem: `${terms} is ${Number(sum.toFixed(9))}, and must be 1`,
    },
  ];
}
