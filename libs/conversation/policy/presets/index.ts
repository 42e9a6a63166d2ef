import type { PolicyDocument } from '../document';
import { agentMcp } from './agent-mcp';
import { agentZero } from './agent-zero';
import { agentkit } from './agentkit';
import { chainlite } from './chainlite';
import { hpd } from './hpd';
import { plain, type Preset } from './preset';
import { windowOnly } from './window-only';

export const presets = [
  'window-only',
  'agentkit',
  'hpd-counting',
  'hpd-summarizing',
  'chainlite',
  'agent-zero',
  'agent-mcp',
] as const;

/** Switched off by `enabled: false` a preset still knows its names, and says nothing. */
export function presetOf(document: PolicyDocument, knownPlugins: readonly string[]): Preset {
  const preset = named(document, knownPlugins);
  return document.enabled === false ? { ...preset, parts: plain.parts } : preset;
}

function named(document: PolicyDocument, knownPlugins: readonly string[]): Preset {
  switch (document.preset) {
    case undefined:
    case 'window-only':
      return windowOnly;
    case 'agentkit':
      return agentkit(document);
    case 'hpd-counting':
    case 'hpd-summarizing':
      return hpd(document);
    case 'chainlite':
      return chainlite(document);
    case 'agent-zero':
      return agentZero(document);
    case 'agent-mcp':
      return agentMcp(document, knownPlugins);
  }
}
