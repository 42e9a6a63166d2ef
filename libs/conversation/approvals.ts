import type { Message, Part } from './message';

/** Somebody must allow a call before it is made. */
export interface ApprovalRequest {
  readonly id: string;
  /** Null where what is to be allowed is no tool call of its own: the provider makes it. */
  readonly callId: string | null;
  /** Of the tool. */
  readonly name: string;
}

export interface ApprovalAnswer {
  readonly id: string;
  readonly granted: boolean;
}

export interface Approvals {
  readonly requests: readonly ApprovalRequest[];
  readonly answers: readonly ApprovalAnswer[];
}

/**
 * What a message says about approvals. Formats that write them beside the call keep them as data parts under their own
 * names; where the call itself says it, its part does.
 */
export function approvalsOf({ parts }: Message): Approvals {
  const said = parts.map((part) => saidBy(part, parts));
  return {
    requests: said.flatMap((each) => (each !== null && 'callId' in each ? [each] : [])),
    answers: said.flatMap((each) => (each !== null && 'granted' in each ? [each] : [])),
  };
}

function saidBy(part: Part, parts: readonly Part[]): ApprovalRequest | ApprovalAnswer | null {
  if (part.type === 'tool-call' && part.approval) {
    const { id, approved } = part.approval;
    return approved === undefined ? { id, callId: part.id, name: part.name } : { id, granted: approved };
  }
  if (part.type !== 'data') return null;
  const value = fieldsOf(part.value);
  switch (part.name) {
    case 'ai-sdk:tool-approval-request':
      return requestOf(value['approvalId'], value['toolCallId'], nameOfCall(value['toolCallId'], parts));
    case 'ai-sdk:tool-approval-response':
      return answerOf(value['approvalId'], value['approved']);
    case 'openai-responses:mcp_approval_request':
      return requestOf(value['id'], null, value['name']);
    case 'openai-responses:mcp_approval_response':
      return answerOf(value['approval_request_id'], value['approve']);
    default:
      return null;
  }
}

function requestOf(id: unknown, callId: unknown, name: unknown): ApprovalRequest | null {
  if (typeof id !== 'string') return null;
  return {
    id,
    callId: typeof callId === 'string' ? callId : null,
    name: typeof name === 'string' ? name : '',
  };
}

function answerOf(id: unknown, granted: unknown): ApprovalAnswer | null {
  return typeof id === 'string' && typeof granted === 'boolean' ? { id, granted } : null;
}

/** Of a call in the same message; the provider's own calls are data parts. */
function nameOfCall(callId: unknown, parts: readonly Part[]): unknown {
  for (const part of parts) {
    if (part.type === 'tool-call' && part.id === callId) return part.name;
    const value = part.type === 'data' ? fieldsOf(part.value) : {};
    if (value['toolCallId'] === callId && 'toolName' in value) return value['toolName'];
  }
  return undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? { ...value } : {};
}
