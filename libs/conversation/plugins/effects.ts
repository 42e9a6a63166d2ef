/** What a plugin did to a view, as plain data: it is recorded and applied, the code that decided it is never asked again. */
export interface PluginEffects {
  /** Ids of the elements it left out, in order. */
  readonly dropped: readonly string[];
  readonly cut: readonly { readonly id: string; readonly text: string }[];
  /** `with`: ids of the elements, as the plugin was given them, whose text went into the first one's. */
  readonly merged: readonly {
    readonly id: string;
    readonly with: readonly string[];
    readonly text: string;
  }[];
}

export function isWithoutEffect({ dropped, cut, merged }: PluginEffects): boolean {
  return dropped.length + cut.length + merged.length === 0;
}
