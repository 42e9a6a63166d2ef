/** What the tests read of the answers of the HTTP API, written by hand so that they do not follow the code. */

export interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string; readonly [key: string]: unknown }[];
  readonly tool_call_id?: string;
  readonly [key: string]: unknown;
}

export interface State {
  readonly messages: number;
  readonly live: number;
  readonly checkpoints: number;
  readonly activeCheckpoints: number;
  readonly conflicts: number;
  readonly applied: number;
  readonly head: number;
  readonly dueWork: readonly { readonly lastError: string | null }[];
  readonly parked: { readonly code: string; readonly detail: string } | null;
}

export interface JournalItem {
  readonly id: string;
  readonly position: number;
  readonly type: string;
  readonly status: string;
  readonly error: { readonly code: string } | null;
  readonly data: { readonly [key: string]: unknown };
}

export interface Checkpoint {
  readonly id: string;
  readonly messages: { readonly from: number; readonly to: number };
  readonly status: string;
  readonly summary: string | null;
  readonly supersedes: readonly string[];
}

export interface Segment {
  readonly event: string;
  readonly kind: string;
  readonly role: string;
  readonly metadata?: Record<string, unknown>;
}

export interface Served {
  readonly callId: string;
  readonly body: { readonly messages: readonly Message[] };
  readonly tokens: number;
  readonly sha256: string;
  readonly position: number;
  readonly segments: readonly Segment[];
  readonly degraded: readonly { readonly code: string }[];
  readonly losses: readonly { readonly code: string }[];
}

export interface Answer<T> {
  readonly status: number;
  readonly text: string;
  readonly body: T;
}

export interface Problem {
  readonly code: string;
  readonly detail: string;
}
