/** Any JSON value as a text that names it: what a provider or a producer put where a text belongs may be anything. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
