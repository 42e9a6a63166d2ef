/** One thing wrong with the configuration. `key` is named as the person wrote it: variable, file key or flag. */
export interface ConfigurationProblem {
  readonly key: string;
  readonly message: string;
}

/** Every problem found, at once. Never carries the value of a secret, nor of a key it does not know. */
export class ConfigurationError extends Error {
  readonly code = 'configuration-invalid';

  constructor(readonly problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ key, message }) => `  ${key}: ${message}`);
    super(`The configuration is not valid:\n${lines.join('\n')}`);
    this.name = 'ConfigurationError';
  }
}
