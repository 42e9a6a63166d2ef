import { presetsNotBuilt } from './presets';
import { shown, valueAt, type Problem } from './problems';
import { pluginNames, pluginsNotBuilt } from './plugins';

interface NotBuilt {
  readonly path: readonly string[];
  /** Only inside these presets is it a known name at all. */
  readonly preset?: string;
  readonly when: (value: unknown) => boolean;
  /** How a message shows the value; `shown` where left out. */
  readonly named?: (value: unknown) => string;
  readonly instead: string;
}

const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const isOn = (value: unknown) => value !== undefined && value !== null;

/** Provider, base URL and key of a summariser are named, never shown. */
const summarizer = {
  when: (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).some((key) => key !== 'model'),
  named: (value: unknown) => Object.keys(Object(value)).join(', '),
  instead: '{ model } alone',
};

const hpd = 'hpd-';

/** Parts that the specification knows and this version does not build. */
const parts: readonly NotBuilt[] = [
  { path: ['history', 'kind'], when: oneOf('tiers'), instead: '"checkpoints"' },
  { path: ['history', 'unit'], when: oneOf('tokens', 'share'), instead: '"messages"' },
  {
    path: ['history', 'mergeSummariesAt'],
    when: (value) => typeof value === 'number' && value > 0,
    instead: '0 (never)',
  },
  { path: ['history', 'summarizer'], ...summarizer },
  { path: ['toolResults', 'compaction', 'postRun'], when: isOn, instead: 'null' },
  { path: ['toolResults', 'compaction', 'inRun'], when: isOn, instead: 'null' },
  {
    path: ['strategy'],
    preset: hpd,
    when: oneOf('token-based'),
    instead: '"message-counting" or "summarizing"',
  },
  { path: ['targetTokenCount'], preset: hpd, when: isOn, instead: 'targetMessageCount' },
  { path: ['thresholdTokenCount'], preset: hpd, when: isOn, instead: 'summarizationThreshold' },
  { path: ['summarizerProvider'], preset: hpd, ...summarizer },
];

/**
 * Names the parts of a document, not validated yet, that are known and not built. A preset that is not built stands
 * alone: its names are not looked at.
 */
export function partsNotBuilt(document: unknown): Problem[] {
  const preset = valueAt(document, ['preset']);
  if (presetsNotBuilt.some((name) => name === preset)) {
    return [{ path: 'preset', problem: `${shown(preset)} is not built yet` }];
  }
  const inPreset = parts.filter(
    (part) => part.preset === undefined || String(preset).startsWith(part.preset),
  );
  return [...inPreset.flatMap((part) => notBuilt(part, document)), ...pluginProblems(document)];
}

function notBuilt({ path, when, named = shown, instead }: NotBuilt, document: unknown): Problem[] {
  const value = valueAt(document, path);
  if (!when(value)) return [];
  return [
    { path: path.join('.'), problem: `${named(value)} is not built yet; this version takes ${instead}` },
  ];
}

function pluginProblems(document: unknown): Problem[] {
  return pluginNames(valueAt(document, ['plugins'])).flatMap((name, index) =>
    pluginsNotBuilt.some((known) => known === name)
      ? [{ path: `plugins.${index}`, problem: `${shown(name)} is not built yet` }]
      : [],
  );
}
