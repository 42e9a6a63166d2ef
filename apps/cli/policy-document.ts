import { dirname, resolve } from 'node:path';
import { readDocument } from './document-file';
import { CommandFailure } from './failure';

type Part = Record<string, unknown>;

/** Where a policy document may name a file with a summariser, in our names and in those of ChainLite (SPEC 4). */
const containers = [['toolResults', 'compaction'], ['compaction'], ['history_truncator_config']];
const parts = ['postRun', 'inRun', 'post_run_compaction', 'in_run_compaction'];
const paths = ['summarizerPath', 'summarizor_config_path'];
const inline = ['summarizer', 'summarizor_config_dict'];

/**
 * The JSON text of a policy document in YAML or JSON, with the summarisers that it names as files put in place; their
 * paths are relative to it. A path beside an inline summariser stays: the service refuses the two together.
 *
 * @throws CommandFailure where a file cannot be read or is no document
 */
export async function readPolicyDocument(file: string): Promise<string> {
  const text = (await readDocument(file)).slice();
  const document: unknown = JSON.parse(text);
  const named = containers.flatMap((container) =>
    parts.flatMap((part) => summarizerFile(document, [...container, part])),
  );
  for (const { part, key, path } of named) {
    delete part[key];
    part['summarizer'] = await readSummarizer(resolve(dirname(file), path));
  }
  return named.length === 0 ? text : JSON.stringify(document);
}

function summarizerFile(
  document: unknown,
  way: readonly string[],
): { part: Part; key: string; path: string }[] {
  const part = way.reduce<unknown>((value, name) => (isPart(value) ? value[name] : undefined), document);
  if (!isPart(part) || inline.some((key) => part[key] !== undefined)) return [];
  return paths.flatMap((key) => {
    const path = part[key];
    return typeof path === 'string' ? [{ part, key, path }] : [];
  });
}

/** The source's names of a summariser's settings. */
const ours: Readonly<Record<string, string>> = { llm_model_name: 'model', system_prompt: 'systemPrompt' };

async function readSummarizer(file: string): Promise<Part> {
  const content: unknown = JSON.parse((await readDocument(file)).slice());
  if (!isPart(content))
    throw new CommandFailure(`${file} holds no summariser: expected { model, systemPrompt }`);
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [ours[name] ?? name, value]));
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
