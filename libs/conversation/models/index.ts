export { modelEntrySchema, type ModelEntry, type WrittenModelEntry } from './model';
export { ModelRegistry, type ResolvedModel } from './registry';
export { shippedModels } from './shipped';
export { effectiveWindow, type ContextBudget, type EffectiveWindow } from './window';
