import { fieldsOf, isObject, type JsonObject } from '../json-object';

/** What the content of a message says about a tool. */
export interface ToolUse {
  readonly kind: 'call' | 'result' | 'response';
  readonly name: string;
  readonly fields: JsonObject;
}

/**
 * A call is the agent's `{tool_name, tool_args}`, a result the other side's `{tool_name, tool_result}`; null of any other
 * content. Agent Zero itself keeps a call as the JSON text that the model wrote. Its tool `response` is no call: it
 * carries the answer to the user and gets no result (agent0ai/agent-zero, tools/response.py).
 */
export function toolUse(ai: unknown, content: unknown): ToolUse | null {
  const fields = ai === true && typeof content === 'string' ? parsed(content) : content;
  if (!isObject(fields) || typeof fields['tool_name'] !== 'string') return null;
  const name = fields['tool_name'];
  if (ai !== true) return 'tool_result' in fields ? { kind: 'result', name, fields } : null;
  if ('tool_result' in fields) return null;
  return { kind: responseText({ name, fields }) === null ? 'call' : 'response', name, fields };
}

/** The answer that a use of the tool `response` carries; null of any other use. */
export function responseText({ name, fields }: Pick<ToolUse, 'name' | 'fields'>): string | null {
  if (name !== 'response') return null;
  const args = fieldsOf(fields['tool_args']);
  const text = args['text'] ?? args['message'];
  return typeof text === 'string' ? text : null;
}

/** Agent Zero has no ids: a result belongs to the call of its tool, `tool:method` answering as `tool`. */
export function callIdOf(toolName: string): string {
  return `agent-zero:${baseName(toolName)}`;
}

export function baseName(toolName: string): string {
  return toolName.split(':', 1)[0] ?? toolName;
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
