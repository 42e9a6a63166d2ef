export { inspectPlugin, type Inspection, type PluginDescription } from './inspect-plugin';
export {
  byExtension,
  fileNamesOf,
  pluginFileName,
  readPlugin,
  type PluginFile,
  type PluginFileName,
} from './plugin-file';
export type { PluginJob } from './plugin-process';
export { pluginProblemCodes, type PluginProblem } from './plugin-problem';
export { PluginRunner } from './plugin-runner';
export { received } from './received';
