/** Why a file cannot be used as a history plugin. */
export const pluginProblemCodes = [
  /** Its name is not `plugin_history_NAME` with one of the extensions. */
  'plugin-misnamed',
  /** Another file, or the service itself, has a plugin of that name. */
  'plugin-shadowed',
  'plugin-unreadable',
  /** This version of Node loads no TypeScript. */
  'plugin-unsupported',
  'plugin-syntax',
  /** It threw while it was loaded. */
  'plugin-throws',
  /** It took too long to load. */
  'plugin-slow',
  /** It ended its process while it was loaded. */
  'plugin-died',
  /** Its default export is no plugin. */
  'plugin-shape',
  /** The name inside is not that of the file. */
  'plugin-name',
  /** Its function of options threw. */
  'plugin-options',
] as const;
export type PluginProblemCode = (typeof pluginProblemCodes)[number];

export interface PluginProblem {
  readonly code: PluginProblemCode;
  /** In words, with the file and the line where they are known. */
  readonly detail: string;
}
