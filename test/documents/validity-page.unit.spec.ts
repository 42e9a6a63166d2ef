import { formatNames } from '@verbatim/conversation';
import { format } from '@verbatim/formats';

describe.each(formatNames)('the rules of %s', (name) => {
  const { rules } = format(name);

  it('are named once each', () => {
    const names = rules.map((rule) => rule.name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((each) => !/^[a-z]+(-[a-z0-9]+)*$/.test(each))).toEqual([]);
  });

  it('say a fact, and where it stands', () => {
    expect(rules.filter(({ fact }) => !/^\S.*\.$/.test(fact)).map((rule) => rule.name)).toEqual([]);
    const isLink = (source: string): boolean => /^https:\/\/[^\s()]+$/.test(source) && URL.canParse(source);
    expect(rules.filter(({ source }) => !isLink(source)).map(({ source }) => source)).toEqual([]);
  });
});
