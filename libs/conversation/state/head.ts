import type { ModelEntry } from '../models/model';
import type { Policy } from '../policy';
import { noCompaction, type Compaction } from './compaction';
import type { Coverage } from './coverage';
import { countedLive, liveCount, nothingCovered } from './coverage';
import type { Group } from './item';
import type { Obligation } from './obligation';
import type { Spending } from './spending';
import { noTiers, type Tiers } from './tiers';

/** A policy in force, from the position of its `PolicyAssigned` on. */
export interface AssignedPolicy {
  readonly name: string | null;
  /** `default` follows the tenant's default when that changes. */
  readonly origin: 'default' | 'assigned';
  readonly version: string;
  readonly position: number;
  readonly document: Policy;
}

export interface ModelSwitch {
  readonly position: number;
  /** Null where the event did not bring it. */
  readonly from: ModelEntry | null;
  readonly to: ModelEntry | null;
}

/** From a user message to the assistant message that ends the agent's work on it. Ordinals; `end` includes it. */
export interface Run {
  readonly number: number;
  readonly id: string | null;
  readonly open: boolean;
  readonly end: number | null;
  readonly iteration: number;
}

/** The state of a conversation that does not grow with it: one row. */
export interface Head {
  readonly tenant: string;
  readonly conversation: string;
  /** Position of the newest event applied. */
  readonly position: number;
  /** Rises when what a model would see changes, and only then. */
  readonly viewVersion: number;
  /** Messages, pinned ones included. */
  readonly messages: number;
  /** Unpinned messages: the ordinal that the next one gets. */
  readonly unpinned: number;
  readonly tokens: number;
  readonly resultTokens: number;
  readonly coverage: Coverage;
  /** Checkpoints accepted so far, and those of them active now. */
  readonly checkpoints: number;
  readonly activeCheckpoints: number;
  /** Cuts that the fold decided and no event has put on record yet. */
  readonly unrecordedCuts: readonly string[];
  /** Refused and revoked checkpoints: what makes the ids of later attempts differ. */
  readonly attempts: number;
  /** Tool results so far, and those of them that came before the newest assistant message. */
  readonly results: number;
  readonly readResults: number;
  /** Results up to this number are shown as the placeholder; those up to the second are so on record. */
  readonly omittedThrough: number;
  readonly omissionsRecorded: number;
  readonly placeholder: string;
  readonly openGroups: readonly Group[];
  /** First ordinal of the newest group while no assistant message has come after it. */
  readonly unreadFrom: number | null;
  readonly newestUser: { readonly position: number; readonly ordinal: number; readonly run: number } | null;
  readonly run: Run;
  /** True once a producer marked a run: inference is off from then on. */
  readonly runsMarked: boolean;
  readonly model: string | null;
  /** The newest switch to another model, with the entries of the registry as they were then. */
  readonly modelSwitch: ModelSwitch | null;
  /** Tokens of counted live messages as they are shown: what triggers in tokens go by. */
  readonly liveTokens: number;
  /** Active summaries that merging counts: those that begin at or beyond `from`, which a revocation moves and a policy resets. */
  readonly mergeable: { readonly from: number; readonly summaries: number };
  /** Messages that came while a summary kept the history short enough: what a summary at every one would have cost. */
  readonly summariesAvoided: number;
  readonly spending: readonly Spending[];
  readonly compaction: Compaction;
  readonly tiers: Tiers;
  /** Oldest first. */
  readonly obligations: readonly Obligation[];
  readonly policy: AssignedPolicy;
  /** Policies in force before, newest first; enough to judge an event by the policy at its basis. */
  readonly policies: readonly { readonly version: string; readonly position: number }[];
}

/** A conversation before its first event, under the policy that its opening `PolicyAssigned` will name. */
export function initialHead(tenant: string, conversation: string, policy: Policy): Head {
  return {
    tenant,
    conversation,
    position: 0,
    viewVersion: 0,
    messages: 0,
    unpinned: 0,
    tokens: 0,
    resultTokens: 0,
    coverage: nothingCovered,
    checkpoints: 0,
    activeCheckpoints: 0,
    unrecordedCuts: [],
    attempts: 0,
    results: 0,
    readResults: 0,
    omittedThrough: 0,
    omissionsRecorded: 0,
    placeholder: '[Omitted]',
    openGroups: [],
    unreadFrom: null,
    newestUser: null,
    run: { number: 0, id: null, open: false, end: null, iteration: 0 },
    runsMarked: false,
    model: null,
    modelSwitch: null,
    liveTokens: 0,
    mergeable: { from: 0, summaries: 0 },
    summariesAvoided: 0,
    spending: [],
    compaction: noCompaction,
    tiers: noTiers,
    obligations: [],
    policy: { name: null, origin: 'default', version: '', position: 0, document: policy },
    policies: [],
  };
}

/** Unpinned messages that no active checkpoint covers. */
export function live(head: Head): number {
  return liveCount(head.coverage, head.unpinned);
}

/** Live messages that count toward the policy's triggers: those of revoked ranges do not. */
export function liveCounted(head: Head): number {
  return countedLive(head.coverage, head.unpinned);
}
