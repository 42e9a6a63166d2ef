/** What is asked of a plugin: one call of one of its two functions, or to be loaded and described. Plain data. */
export interface PluginJob {
  readonly token: string;
  readonly name: string;
  readonly file: { readonly version: string; readonly form: 'module' | 'either'; readonly source: string };
  readonly options: Readonly<Record<string, unknown>>;
  readonly call: 'process' | 'onModelSwitch' | 'describe';
  /** `history` is a part of it. */
  readonly session: { readonly history: readonly { readonly id: string }[] };
  readonly model: object;
  readonly models: { readonly old: object | null; readonly new: object | null };
}

/**
 * `json` is the list that the plugin returned: a number stands for the element at that place of its input, as it was;
 * null is that it has no such function. Of `describe` it is what `inspectPlugin` reads.
 */
export type PluginReply =
  | { readonly token: string; readonly json: string | null }
  | { readonly token: string; readonly problem: string };

/**
 * Runs in a process of its own, which holds nothing of the service. Its text is all that this process gets: it may use
 * no import and nothing from outside of its braces.
 */
function main(): void {
  const LONGEST_PROBLEM = 500;
  const { createRequire } = process.getBuiltinModule('node:module');
  const { compileFunction } = process.getBuiltinModule('node:vm');
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const loaded = new Map<string, Promise<unknown>>();
  // Written as `import()` it would become what the compiler of the service makes of it.
  const imported = new Function('url', 'return import(url)') as (url: string) => Promise<unknown>;

  class Fault extends Error {}

  process.on('message', (job: PluginJob) => void answer(job));
  process.on('disconnect', () => process.exit());
  watchParent();
  process.send?.('ready');

  /** A plugin that never returns would outlive a service that was killed. */
  function watchParent(): void {
    const watch = `setInterval(() => {
      if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    }, 500)`;
    new Worker(watch, { eval: true }).unref();
  }

  async function answer(job: PluginJob): Promise<void> {
    const { token } = job;
    try {
      process.send?.({ token, json: await run(job) });
    } catch (error) {
      process.send?.({ token, problem: textOf(error).slice(0, LONGEST_PROBLEM) });
    }
  }

  async function run({
    name,
    file,
    options,
    call,
    session,
    model,
    models,
  }: PluginJob): Promise<string | null> {
    for (const value of [options, session, model, models]) freeze(value);
    const loading = loaded.get(file.version) ?? load(file);
    loaded.set(file.version, loading);
    if (call === 'describe') return JSON.stringify(await described(loading, name, options));
    const plugin = pluginOf(await loading, options);
    if (plugin['name'] !== name) {
      const own = JSON.stringify(plugin['name']);
      throw new Fault(`its name is ${own}, its file says ${JSON.stringify(name)}`);
    }
    const called = plugin[call];
    if (call === 'onModelSwitch' && called === undefined) return null;
    if (typeof called !== 'function') throw new Fault(`its ${call} is no function`);
    const { history } = session;
    const given = call === 'process' ? [history, session, model] : [session, models.old, models.new];
    return written(await Reflect.apply(called, plugin, given), history);
  }

  /** What it is, or what is wrong with it and in which line of its file. */
  async function described(loading: Promise<unknown>, name: string, options: object): Promise<object> {
    const fault = (code: string, detail: string, error?: unknown): object => ({
      code,
      detail: detail.slice(0, LONGEST_PROBLEM),
      line: lineOf(error),
    });
    let module: unknown;
    try {
      module = await loading;
    } catch (error) {
      const isSyntax = error instanceof SyntaxError && lineOf(error) === null;
      if (isSyntax) return fault('plugin-syntax', String(error));
      return fault('plugin-throws', `loading it failed: ${textOf(error)}`, error);
    }
    const exported = exportOf(module);
    if (exported === undefined) return fault('plugin-shape', 'it has no default export');
    const takesOptions = typeof exported === 'function';
    let plugin: Record<string, unknown>;
    try {
      plugin = pluginOf(module, options);
    } catch (error) {
      if (error instanceof Fault) return fault('plugin-shape', error.message);
      return fault('plugin-options', `its function of options failed: ${textOf(error)}`, error);
    }
    if (plugin['name'] !== name) {
      const own = JSON.stringify(plugin['name']) ?? 'missing';
      return fault('plugin-name', `its name is ${own}, its file says ${JSON.stringify(name)}`);
    }
    if (typeof plugin['process'] !== 'function') return fault('plugin-shape', 'its process is no function');
    const hook = plugin['onModelSwitch'];
    if (hook !== undefined && typeof hook !== 'function')
      return fault('plugin-shape', 'its onModelSwitch is no function');
    return { name, hooks: hook === undefined ? ['process'] : ['process', 'onModelSwitch'], takesOptions };
  }

  /** The line of the plugin's own file that an error came from. */
  function lineOf(error: unknown): number | null {
    const stack = error instanceof Error ? String(error.stack) : '';
    const [, line] = /(?:data:text\/javascript;base64,[^:\s]*|plugin\.cjs):(\d+)/.exec(stack) ?? [];
    return line === undefined ? null : Number(line);
  }

  /** Its own text is all of a plugin, so that its hash is its version: nothing is imported from beside it. */
  async function load({ form, source }: PluginJob['file']): Promise<unknown> {
    const script = form === 'either' ? compiled(source) : null;
    if (!script) return imported(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`);
    const module = { exports: {} };
    Reflect.apply(script, undefined, [module.exports, module, createRequire('/')]);
    return { default: module.exports };
  }

  /** Null where it is no script: a module then. */
  function compiled(source: string): (() => unknown) | null {
    try {
      return compileFunction(`'use strict';${source}`, ['exports', 'module', 'require'], {
        filename: 'plugin.cjs',
      }) as () => unknown;
    } catch {
      return null;
    }
  }

  function pluginOf(module: unknown, options: object): Record<string, unknown> {
    const found = exportOf(module);
    const plugin: unknown = typeof found === 'function' ? Reflect.apply(found, undefined, [options]) : found;
    if (isObject(plugin)) return plugin;
    throw new Fault('its default export is neither a plugin nor a function that returns one');
  }

  function exportOf(module: unknown): unknown {
    const found: unknown = isObject(module) ? module['default'] : undefined;
    // What compilers make of `export default`.
    return isObject(found) && found['__esModule'] === true ? found['default'] : found;
  }

  function written(list: unknown, history: readonly object[]): string {
    if (!Array.isArray(list))
      throw new Fault(`it returned ${list === null ? 'null' : typeof list}, not a list`);
    if (list.length > history.length) {
      throw new Fault(`it returned ${list.length} elements and was given ${history.length}`);
    }
    const places = new Map<unknown, number>(history.map((element, place) => [element, place]));
    const json = JSON.stringify(
      Array.from(list, (element: unknown) => places.get(element) ?? { own: element }),
    );
    const given = JSON.stringify(history).length;
    if (json.length <= 2 * given) return json;
    throw new Fault(`it returned ${json.length} characters of JSON and was given ${given}`);
  }

  function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null;
  }

  function freeze(value: unknown): void {
    if (!isObject(value) || Object.isFrozen(value)) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }

  function textOf(error: unknown): string {
    if (error instanceof Fault) return error.message;
    const text = String(error);
    const isMutation = error instanceof TypeError && /read only|not extensible|delete property/.test(text);
    return isMutation ? `it tried to change its input: ${text}` : `it threw ${text}`;
  }
}

/** The text of the process's program. Its first message says that it takes jobs now; every other one is a reply. */
export const program = `(${main.toString()})()`;
