import type { PolicyDocument } from '../document';
import { agentkit } from './agentkit';
import { hpd } from './hpd';
import type { PresetHistory } from './preset';
import { windowOnly } from './window-only';

export type { PresetHistory, Threshold } from './preset';
export { defaultWindow } from './window-only';

export const presets = ['window-only', 'agentkit', 'hpd-counting', 'hpd-summarizing'] as const;

/** Known by name, not built yet. */
export const presetsNotBuilt = ['chainlite', 'agent-zero', 'agent-mcp'] as const;

export function presetHistory(document: PolicyDocument): PresetHistory {
  switch (document.preset) {
    case undefined:
    case 'window-only':
      return windowOnly;
    case 'agentkit':
      return agentkit(document);
    case 'hpd-counting':
    case 'hpd-summarizing':
      return hpd(document);
  }
}
