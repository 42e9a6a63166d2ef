/** What something costs, by provider. */
export interface ProviderRules {
  openai(): number;
  anthropic(): number;
  google(): number;
}

/** By the rule of this provider (a registry entry's `provider`); where it has none, the largest of the three. */
export function byProvider(provider: string, rules: ProviderRules): number {
  switch (provider) {
    case 'openai':
      return rules.openai();
    case 'anthropic':
      return rules.anthropic();
    case 'google':
      return rules.google();
    default:
      return Math.max(rules.openai(), rules.anthropic(), rules.google());
  }
}
