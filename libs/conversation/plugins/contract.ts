import type { Role } from '../message';
import type { ModelEntry } from '../models/model';

/**
 * A history plugin (SPEC 6): chooses what of a conversation's view a model call gets. Everything it is given is deeply
 * read-only. It answers with a new list: elements it was given, in their order, some of them left out; a `plain` one
 * may come with a shorter `text`, and several of one role as one (see `HistoryElement.merged`). Neither I/O nor any
 * other library; it may answer with a promise, within its time limit.
 */
export interface HistoryPlugin {
  /** The name of its file: NAME of `plugin_history_NAME.mjs`. */
  readonly name: string;
  process(history: History, session: PluginSession, model: ModelEntry): History | Promise<History>;
  /**
   * Called before `process` for every context after a switch of the conversation's model; the list is
   * `session.history`. An entry is null where the switch did not name it.
   */
  onModelSwitch?(
    session: PluginSession,
    oldModel: ModelEntry | null,
    newModel: ModelEntry | null,
  ): History | Promise<History>;
}

/** What a plugin file's default export may be instead of the plugin: a function of its options, as the policy has them. */
export type HistoryPluginFactory = (options: Readonly<Record<string, unknown>>) => HistoryPlugin;

/** The view, oldest first: pinned messages, then summaries and messages at their places, tool turns as wholes. */
export type History = readonly HistoryElement[];

export interface HistoryElement {
  /** Id of its first event; unique in the list. */
  readonly id: string;
  /** Ids of the elements that were joined into this one, in order, those joined into them among them. */
  readonly merged: readonly string[];
  /** `tools` is a group: calls, their results and what was said between them. It can be left out, never split. */
  readonly kind: 'message' | 'tools' | 'summary';
  /** `system` and `developer` are pinned; a tool turn's is `assistant`. */
  readonly role: Role;
  /** Of its author, where the producer gave one. */
  readonly name: string | null;
  readonly text: string;
  /** What it costs in the model's encoding, overhead included. */
  readonly tokens: number;
  /** It must not be left out: pinned, the newest user message, open calls, results not read yet, pending messages. */
  readonly required: boolean;
  /**
   * A user's or assistant's message of text alone: its text may be shortened, and joined with that of others of
   * the same role and name.
   */
  readonly plain: boolean;
  /** Of a tool turn: what it consists of. */
  readonly messages: readonly { readonly role: Role; readonly text: string }[];
}

export interface PluginSession {
  readonly tenant: string;
  readonly conversation: string;
  /** Newest event of the conversation. */
  readonly position: number;
  /** The model as the context was asked for. */
  readonly model: string;
  /** What the context may hold. */
  readonly window: { readonly messages: number; readonly tokens: number };
  /** When this context was asked for, ISO 8601. */
  readonly lastActive: string;
  readonly history: History;
}
