import { InvalidArgumentError } from 'commander';

/** An option's value that is a JSON object. */
export function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // As for anything else that is no object.
  }
  throw new InvalidArgumentError(`Expected a JSON object, such as '{"tokenBudget": 4000}'.`);
}
