import { VerbatimError } from '../errors';
import type { ModelEntry } from './model';
import { nearest } from './nearest';

/** A model as it was asked for, and the entry that holds for it: its own, its base's or the default's. */
export interface ResolvedModel {
  readonly requested: string;
  readonly entry: ModelEntry;
}

const dated =
  /-(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|latest)$/;

/** The models that contexts can be made for (SPEC 6, model registry). */
export class ModelRegistry {
  private constructor(
    private readonly entries: ReadonlyMap<string, ModelEntry>,
    private readonly defaultModel: string | undefined,
  ) {}

  /**
   * Overlays come over the shipped entries in order, each entry as a whole, by id. Throws `model-unknown` where the
   * default is no model of the registry.
   */
  static of(
    shipped: readonly ModelEntry[],
    overlays: readonly (readonly ModelEntry[])[] = [],
    defaultModel?: string,
  ): ModelRegistry {
    const entries = new Map([...shipped, ...overlays.flat()].map((entry) => [entry.id, entry]));
    const registry = new ModelRegistry(entries, defaultModel);
    if (defaultModel !== undefined && registry.known(defaultModel) === undefined)
      throw registry.unknown(defaultModel);
    return registry;
  }

  /**
   * The entry of that id, else of its base where the id is a dated variant (`gpt-4o-2024-08-06`, `…-latest`), else the
   * default's. Throws `model-unknown`, with `details.near`.
   */
  get(id: string): ResolvedModel {
    const entry =
      this.known(id) ?? (this.defaultModel === undefined ? undefined : this.known(this.defaultModel));
    if (entry === undefined) throw this.unknown(id);
    return { requested: id, entry };
  }

  /** The entry of that very id, or of its base; never the default's. */
  find(id: string): ModelEntry | undefined {
    return this.known(id);
  }

  list(): readonly ModelEntry[] {
    return [...this.entries.values()];
  }

  private known(id: string): ModelEntry | undefined {
    return this.entries.get(id) ?? this.entries.get(id.replace(dated, ''));
  }

  private unknown(id: string): VerbatimError {
    const near = nearest(id, [...this.entries.keys()]);
    return new VerbatimError(
      'model-unknown',
      `The model ${JSON.stringify(id)} is not in the registry; near it: ${near.join(', ')}`,
      { model: id, near },
    );
  }
}
