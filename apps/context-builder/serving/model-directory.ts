import { readFile } from 'node:fs/promises';
import { ModelRegistry, modelEntrySchema, shippedModels, type ModelEntry } from '@verbatim/conversation';
import type { ConfigurationStore } from '@verbatim/conversation-store';
import { z } from 'zod';

/** The model registry of each tenant: shipped entries, the operator's file over them, the tenant's own over both. */
export class ModelDirectory {
  private constructor(
    private readonly configuration: ConfigurationStore,
    private readonly fromFile: readonly ModelEntry[],
  ) {}

  /** Reads the operator's file once; throws, naming the file, where it holds no list of model entries. */
  static async open(configuration: ConfigurationStore, file: string | undefined): Promise<ModelDirectory> {
    return new ModelDirectory(configuration, file === undefined ? [] : await readEntries(file));
  }

  async registry(tenant: string): Promise<ModelRegistry> {
    const entries = await this.configuration.modelEntries(tenant);
    return ModelRegistry.of(shippedModels, [this.fromFile, z.array(modelEntrySchema).parse(entries)]);
  }
}

async function readEntries(file: string): Promise<ModelEntry[]> {
  try {
    return z.array(modelEntrySchema).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`the models file ${file} cannot be used: ${String(cause)}`, { cause });
  }
}
