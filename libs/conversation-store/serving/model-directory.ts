import { readFile } from 'node:fs/promises';
import { ModelRegistry, modelEntrySchema, shippedModels, type ModelEntry } from '@verbatim/conversation';
import { JsonText, sentence } from '@verbatim/formats';
import { z } from 'zod';
import type { Configuration } from './configuration-store';

/** The model registry of each tenant: shipped entries, the operator's file over them, the tenant's own over both. */
export class ModelDirectory {
  private constructor(
    private readonly configuration: Pick<Configuration, 'modelEntries'>,
    private readonly fromFile: readonly ModelEntry[],
    private readonly defaultModel: string | undefined,
  ) {}

  /**
   * Reads the operator's file once; throws, naming the file, where it holds no list of model entries. `defaultModel`, of the
   * shipped entries or the file's, stands for models that nobody knows. @throws VerbatimError `model-unknown`
   */
  static async open(
    configuration: Pick<Configuration, 'modelEntries'>,
    file: string | undefined,
    defaultModel?: string,
  ): Promise<ModelDirectory> {
    const fromFile = file === undefined ? [] : await readEntries(file);
    ModelRegistry.of(shippedModels, [fromFile], defaultModel);
    return new ModelDirectory(configuration, fromFile, defaultModel);
  }

  async registry(tenant: string): Promise<ModelRegistry> {
    const entries = await this.configuration.modelEntries(tenant);
    const ofTenant = z.array(modelEntrySchema).parse(entries);
    return ModelRegistry.of(shippedModels, [this.fromFile, ofTenant], this.defaultModel);
  }
}

async function readEntries(file: string): Promise<ModelEntry[]> {
  try {
    const value = JsonText.parse(await readFile(file, 'utf8')).value();
    const parsed = z.array(modelEntrySchema).safeParse(value);
    if (parsed.success) return parsed.data;
    throw new Error(sentence(parsed.error, value, 'models'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the models file ${file} cannot be used: ${reason}`, { cause });
  }
}
