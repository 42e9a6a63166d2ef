// Written from the service's OpenAPI document by `npm run documents`.

export type AppendRequest = {
  readonly format?:
    'openai-chat' | 'openai-responses' | 'anthropic' | 'ai-sdk' | 'ai-sdk-ui' | 'agent-zero' | undefined;
  readonly messages: readonly object[];
  readonly system?: string | readonly (string | object)[] | object | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly runs?:
    readonly { readonly runId?: string | undefined; readonly iteration?: number | undefined }[] | undefined;
};

export type AppendAnswer = { readonly events: readonly { readonly id: string }[]; readonly cursor: string };

export type ContextRequest = {
  readonly model: string;
  readonly target?:
    'openai-chat' | 'openai-responses' | 'anthropic' | 'ai-sdk' | 'ai-sdk-ui' | 'agent-zero' | undefined;
  readonly format?:
    'openai-chat' | 'openai-responses' | 'anthropic' | 'ai-sdk' | 'ai-sdk-ui' | 'agent-zero' | undefined;
  readonly budget?:
    | {
        readonly tokens?: number | undefined;
        readonly messages?: number | undefined;
        readonly reservedOutput?: number | undefined;
      }
    | undefined;
  readonly tools?: readonly unknown[] | undefined;
  readonly pending?: readonly { readonly id: string; readonly message: object }[] | undefined;
  readonly openCalls?: 'refuse' | 'placeholder' | undefined;
  readonly after?: string | undefined;
  readonly callId?: string | undefined;
  readonly at?: number | string | undefined;
};

export type ContextAnswer = {
  readonly callId: string;
  readonly target: 'openai-chat' | 'openai-responses' | 'anthropic' | 'ai-sdk' | 'ai-sdk-ui' | 'agent-zero';
  readonly body: { readonly [name: string]: unknown };
  readonly tokens: number;
  readonly position: number;
  readonly policyVersion: string;
  readonly sha256: string;
  readonly canonicalSha256: string;
  readonly segments: readonly {
    readonly event: string;
    readonly kind: 'message' | 'summary' | 'replacement' | 'pending' | 'ledger';
    readonly role: string;
    readonly tokens: number;
    readonly sha256: string;
    readonly metadata?: { readonly [name: string]: unknown };
  }[];
  readonly prefix: { readonly sameTokens: number; readonly sameBytes: number };
  readonly degraded: readonly {
    readonly code: string;
    readonly event?: string;
    readonly part?: number;
    readonly detail: string;
  }[];
  readonly losses: readonly {
    readonly code: string;
    readonly event?: string;
    readonly part?: number;
    readonly detail: string;
  }[];
  readonly repairs: readonly {
    readonly code: string;
    readonly event?: string;
    readonly part?: number;
    readonly detail: string;
  }[];
};

export type ConversationState = {
  readonly id: string;
  readonly messages: number;
  readonly live: number;
  readonly checkpoints: number;
  readonly activeCheckpoints: number;
  readonly position: number;
  readonly applied: number;
  readonly head: number;
  readonly title: string | null;
  readonly user: string | null;
  readonly metadata: { readonly [name: string]: string | number | boolean };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly conflicts: number;
  readonly tokens: number;
  readonly viewVersion: number;
  readonly openCalls: readonly string[];
  readonly policy: {
    readonly name: string | null;
    readonly version: string;
    readonly origin: 'default' | 'assigned';
    readonly document: {
      readonly preset: string;
      readonly rules: 1;
      readonly encoding: 'o200k_base' | 'cl100k_base';
      readonly history:
        | {
            readonly kind: 'checkpoints';
            readonly unit: 'messages' | 'tokens' | 'share';
            readonly triggerAt: number;
            readonly keepRecent: number;
            readonly retriggerAt: number;
            readonly summary: 'llm' | 'none';
            readonly mode: 'layered' | 'single';
            readonly mergeSummariesAt: number;
            readonly summaryRole: 'user' | 'assistant';
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
            readonly leastCarried: number;
          }
        | {
            readonly kind: 'tiers';
            readonly contextHistoryRatio: number;
            readonly contextLength: number;
            readonly shares: { readonly current: number; readonly topics: number; readonly bulks: number };
            readonly topicCompressRatio: number;
            readonly largeMessageToTopicRatio: number;
            readonly bulkMergeCount: number;
            readonly topicsKeepCount: number;
            readonly newTopicOn: 'event' | 'user-message';
            readonly summaryRole: 'user' | 'assistant';
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
            readonly leastCarried: number;
          }
        | null;
      readonly toolResults: {
        readonly keepRecent: number;
        readonly placeholder: string;
        readonly clearAtLeast: number;
        readonly protectUnread: boolean;
        readonly compaction: {
          readonly postRun: {
            readonly mode: 'simple' | 'auto' | 'custom';
            readonly truncationThreshold: number;
            readonly startRun: number;
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
          } | null;
          readonly inRun: {
            readonly mode: 'simple' | 'auto' | 'custom';
            readonly truncationThreshold: number;
            readonly startRun: number;
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
            readonly startIter: number;
            readonly maxConcurrency: number;
          } | null;
        } | null;
      } | null;
      readonly window: {
        readonly maxMessages: number;
        readonly maxTokens: number | null;
        readonly reservedOutput: number | null;
        readonly cutStep: number;
      };
      readonly sessions: { readonly max: number | null; readonly idleTimeoutMinutes: number };
      readonly obligations: boolean;
      readonly plugins: readonly {
        readonly name: string;
        readonly options: { readonly [name: string]: unknown };
      }[];
    };
  };
  readonly dueWork: readonly {
    readonly mechanism: string;
    readonly attempt: number;
    readonly failures: number;
    readonly failed: boolean;
    readonly lastError: string | null;
    readonly since: string;
  }[];
  readonly hints: readonly { readonly code: string; readonly detail: string }[];
  readonly parked: { readonly code: string; readonly detail: string } | null;
  readonly model: string | null;
};

export type DescribeRequest = {
  readonly title?: string | null | undefined;
  readonly user?: string | null | undefined;
  readonly metadata?: object | null | undefined;
};

export type HistoryPage = {
  readonly items: readonly (
    | {
        readonly id: string;
        readonly position: number;
        readonly time: string;
        readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
        readonly message: { readonly [name: string]: unknown };
      }
    | {
        readonly id: string;
        readonly position: number;
        readonly type: string;
        readonly time: string;
        readonly status: 'applied' | 'ignored' | 'refused' | 'parked';
        readonly error: { readonly code: string; readonly detail: string } | null;
        readonly data: unknown;
      }
  )[];
  readonly next: string | null;
};

export type RecallRequest = {
  readonly ref: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
};

export type RecallAnswer = {
  readonly ref: string;
  readonly kind: 'message' | 'summary';
  readonly text: string;
  readonly offset: number;
  readonly total: number | null;
  readonly next: number | null;
};

export type SentAnswer = { readonly callId: string; readonly sent: 'ok' | 'differs' };

export type Verification = {
  readonly callId: string;
  readonly segments: 'ok' | 'differs';
  readonly fold: 'ok' | 'differs';
  readonly sent: 'ok' | 'unknown' | 'differs';
  readonly sha256: string;
  readonly differences: readonly {
    readonly by: 'segments' | 'fold';
    readonly index: number | null;
    readonly event: string | null;
    readonly detail: string;
  }[];
};

export type Receipt = {
  readonly callId: string;
  readonly conversation: string;
  readonly position: number;
  readonly known?: number;
  readonly viewVersion: number;
  readonly policyVersion: string;
  readonly model: { readonly requested: string; readonly entry: unknown };
  readonly engine: number;
  readonly tokeniser: string;
  readonly encoding: 'o200k_base' | 'cl100k_base';
  readonly plugins: readonly {
    readonly name: string;
    readonly outcome: 'applied' | 'unchanged' | 'failed';
    readonly reason: string | null;
    readonly version: string | null;
    readonly optionsSha256: string | null;
    readonly effects: readonly {
      readonly dropped: readonly string[];
      readonly cut: readonly { readonly id: string; readonly sha256: string }[];
      readonly merged: readonly {
        readonly id: string;
        readonly with: readonly string[];
        readonly sha256: string;
      }[];
    }[];
  }[];
  readonly target: 'openai-chat' | 'openai-responses' | 'anthropic' | 'ai-sdk' | 'ai-sdk-ui' | 'agent-zero';
  readonly limits: {
    readonly messages: number;
    readonly tokens: number;
    readonly toolTokens: number;
    readonly cutStep: number;
    readonly overhead: { readonly perMessage: number; readonly perRequest: number };
    readonly margin: number;
  };
  readonly openCalls: 'refuse' | 'placeholder';
  readonly toolsSha256: string | null;
  readonly pending: readonly { readonly id: string; readonly sha256: string }[];
  readonly segments: readonly {
    readonly event: string;
    readonly kind: 'message' | 'summary' | 'replacement' | 'pending' | 'ledger';
    readonly role: string;
    readonly tokens: number;
    readonly sha256: string;
    readonly metadata?: { readonly [name: string]: unknown };
  }[];
  readonly tokens: number;
  readonly original?: { readonly messages: number; readonly tokens: number };
  readonly sha256: string;
  readonly canonicalSha256: string;
  readonly prefix: { readonly sameTokens: number; readonly sameBytes: number };
  readonly degraded: readonly {
    readonly code: string;
    readonly event?: string;
    readonly part?: number;
    readonly detail: string;
  }[];
  readonly losses: readonly {
    readonly code: string;
    readonly event?: string;
    readonly part?: number;
    readonly detail: string;
  }[];
  readonly repairs: readonly {
    readonly code: string;
    readonly event?: string;
    readonly part?: number;
    readonly detail: string;
  }[];
  readonly ordinal: number;
};

export type CallPage = {
  readonly items: readonly {
    readonly callId: string;
    readonly ordinal: number;
    readonly conversation: string;
    readonly position: number;
    readonly model: string;
    readonly target: string;
    readonly tokens: number;
    readonly sha256: string;
    readonly createdAt: string;
  }[];
  readonly next: string | null;
};

export type ConversationPage = {
  readonly items: readonly {
    readonly id: string;
    readonly messages: number;
    readonly live: number;
    readonly checkpoints: number;
    readonly activeCheckpoints: number;
    readonly position: number;
    readonly applied: number;
    readonly head: number;
    readonly title: string | null;
    readonly user: string | null;
    readonly metadata: { readonly [name: string]: string | number | boolean };
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly policy: string | null;
  }[];
  readonly next: string | null;
};

export type PolicyPage = {
  readonly items: readonly {
    readonly name: string;
    readonly version: string;
    readonly policy: {
      readonly preset: string;
      readonly rules: 1;
      readonly encoding: 'o200k_base' | 'cl100k_base';
      readonly history:
        | {
            readonly kind: 'checkpoints';
            readonly unit: 'messages' | 'tokens' | 'share';
            readonly triggerAt: number;
            readonly keepRecent: number;
            readonly retriggerAt: number;
            readonly summary: 'llm' | 'none';
            readonly mode: 'layered' | 'single';
            readonly mergeSummariesAt: number;
            readonly summaryRole: 'user' | 'assistant';
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
            readonly leastCarried: number;
          }
        | {
            readonly kind: 'tiers';
            readonly contextHistoryRatio: number;
            readonly contextLength: number;
            readonly shares: { readonly current: number; readonly topics: number; readonly bulks: number };
            readonly topicCompressRatio: number;
            readonly largeMessageToTopicRatio: number;
            readonly bulkMergeCount: number;
            readonly topicsKeepCount: number;
            readonly newTopicOn: 'event' | 'user-message';
            readonly summaryRole: 'user' | 'assistant';
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
            readonly leastCarried: number;
          }
        | null;
      readonly toolResults: {
        readonly keepRecent: number;
        readonly placeholder: string;
        readonly clearAtLeast: number;
        readonly protectUnread: boolean;
        readonly compaction: {
          readonly postRun: {
            readonly mode: 'simple' | 'auto' | 'custom';
            readonly truncationThreshold: number;
            readonly startRun: number;
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
          } | null;
          readonly inRun: {
            readonly mode: 'simple' | 'auto' | 'custom';
            readonly truncationThreshold: number;
            readonly startRun: number;
            readonly summarizer: {
              readonly model: string | null;
              readonly provider: string | null;
              readonly baseUrl: string | null;
              readonly keyReference: string | null;
              readonly systemPrompt: string | null;
              readonly maxContext: number | null;
              readonly limitRequests: number | null;
              readonly limitInput: number | null;
              readonly limitOutput: number | null;
            } | null;
            readonly startIter: number;
            readonly maxConcurrency: number;
          } | null;
        } | null;
      } | null;
      readonly window: {
        readonly maxMessages: number;
        readonly maxTokens: number | null;
        readonly reservedOutput: number | null;
        readonly cutStep: number;
      };
      readonly sessions: { readonly max: number | null; readonly idleTimeoutMinutes: number };
      readonly obligations: boolean;
      readonly plugins: readonly {
        readonly name: string;
        readonly options: { readonly [name: string]: unknown };
      }[];
    };
    readonly default: boolean;
    readonly updatedAt: string | null;
  }[];
  readonly next: string | null;
};

export type Policy = {
  readonly name: string;
  readonly version: string;
  readonly policy: {
    readonly preset: string;
    readonly rules: 1;
    readonly encoding: 'o200k_base' | 'cl100k_base';
    readonly history:
      | {
          readonly kind: 'checkpoints';
          readonly unit: 'messages' | 'tokens' | 'share';
          readonly triggerAt: number;
          readonly keepRecent: number;
          readonly retriggerAt: number;
          readonly summary: 'llm' | 'none';
          readonly mode: 'layered' | 'single';
          readonly mergeSummariesAt: number;
          readonly summaryRole: 'user' | 'assistant';
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
          readonly leastCarried: number;
        }
      | {
          readonly kind: 'tiers';
          readonly contextHistoryRatio: number;
          readonly contextLength: number;
          readonly shares: { readonly current: number; readonly topics: number; readonly bulks: number };
          readonly topicCompressRatio: number;
          readonly largeMessageToTopicRatio: number;
          readonly bulkMergeCount: number;
          readonly topicsKeepCount: number;
          readonly newTopicOn: 'event' | 'user-message';
          readonly summaryRole: 'user' | 'assistant';
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
          readonly leastCarried: number;
        }
      | null;
    readonly toolResults: {
      readonly keepRecent: number;
      readonly placeholder: string;
      readonly clearAtLeast: number;
      readonly protectUnread: boolean;
      readonly compaction: {
        readonly postRun: {
          readonly mode: 'simple' | 'auto' | 'custom';
          readonly truncationThreshold: number;
          readonly startRun: number;
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
        } | null;
        readonly inRun: {
          readonly mode: 'simple' | 'auto' | 'custom';
          readonly truncationThreshold: number;
          readonly startRun: number;
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
          readonly startIter: number;
          readonly maxConcurrency: number;
        } | null;
      } | null;
    } | null;
    readonly window: {
      readonly maxMessages: number;
      readonly maxTokens: number | null;
      readonly reservedOutput: number | null;
      readonly cutStep: number;
    };
    readonly sessions: { readonly max: number | null; readonly idleTimeoutMinutes: number };
    readonly obligations: boolean;
    readonly plugins: readonly {
      readonly name: string;
      readonly options: { readonly [name: string]: unknown };
    }[];
  };
  readonly default: boolean;
  readonly updatedAt: string | null;
  readonly notices: readonly {
    readonly setting: string;
    readonly value: number | null;
    readonly inForce: number | null;
    readonly by: string;
    readonly detail: string;
  }[];
};

export type PutPolicyAnswer = {
  readonly name: string;
  readonly version: string;
  readonly policy: {
    readonly preset: string;
    readonly rules: 1;
    readonly encoding: 'o200k_base' | 'cl100k_base';
    readonly history:
      | {
          readonly kind: 'checkpoints';
          readonly unit: 'messages' | 'tokens' | 'share';
          readonly triggerAt: number;
          readonly keepRecent: number;
          readonly retriggerAt: number;
          readonly summary: 'llm' | 'none';
          readonly mode: 'layered' | 'single';
          readonly mergeSummariesAt: number;
          readonly summaryRole: 'user' | 'assistant';
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
          readonly leastCarried: number;
        }
      | {
          readonly kind: 'tiers';
          readonly contextHistoryRatio: number;
          readonly contextLength: number;
          readonly shares: { readonly current: number; readonly topics: number; readonly bulks: number };
          readonly topicCompressRatio: number;
          readonly largeMessageToTopicRatio: number;
          readonly bulkMergeCount: number;
          readonly topicsKeepCount: number;
          readonly newTopicOn: 'event' | 'user-message';
          readonly summaryRole: 'user' | 'assistant';
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
          readonly leastCarried: number;
        }
      | null;
    readonly toolResults: {
      readonly keepRecent: number;
      readonly placeholder: string;
      readonly clearAtLeast: number;
      readonly protectUnread: boolean;
      readonly compaction: {
        readonly postRun: {
          readonly mode: 'simple' | 'auto' | 'custom';
          readonly truncationThreshold: number;
          readonly startRun: number;
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
        } | null;
        readonly inRun: {
          readonly mode: 'simple' | 'auto' | 'custom';
          readonly truncationThreshold: number;
          readonly startRun: number;
          readonly summarizer: {
            readonly model: string | null;
            readonly provider: string | null;
            readonly baseUrl: string | null;
            readonly keyReference: string | null;
            readonly systemPrompt: string | null;
            readonly maxContext: number | null;
            readonly limitRequests: number | null;
            readonly limitInput: number | null;
            readonly limitOutput: number | null;
          } | null;
          readonly startIter: number;
          readonly maxConcurrency: number;
        } | null;
      } | null;
    } | null;
    readonly window: {
      readonly maxMessages: number;
      readonly maxTokens: number | null;
      readonly reservedOutput: number | null;
      readonly cutStep: number;
    };
    readonly sessions: { readonly max: number | null; readonly idleTimeoutMinutes: number };
    readonly obligations: boolean;
    readonly plugins: readonly {
      readonly name: string;
      readonly options: { readonly [name: string]: unknown };
    }[];
  };
  readonly notices: readonly {
    readonly setting: string;
    readonly value: number | null;
    readonly inForce: number | null;
    readonly by: string;
    readonly detail: string;
  }[];
};

export type DefaultPolicyAnswer = {
  readonly name: string;
  readonly version: string;
  readonly conversations: number;
};

export type AssignPolicyAnswer = {
  readonly events: readonly { readonly id: string }[];
  readonly cursor: string;
  readonly name: string | null;
  readonly version: string;
  readonly isNew: boolean;
  readonly near: readonly string[];
  readonly notices: readonly {
    readonly setting: string;
    readonly value: number | null;
    readonly inForce: number | null;
    readonly by: string;
    readonly detail: string;
  }[];
};
