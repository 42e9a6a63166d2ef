import type { Part, ToolCallPart } from '@verbatim/conversation';
import { textParts } from '../decoding';
import type { JsonText } from '../json-text';
import { toolNameOf, type ToolPart } from './tool-schema';

/** The call of a tool part; an input that is a string is what the model wrote where it wrote no JSON. */
export function callOf(tool: ToolPart, raw: JsonText): Part {
  const input = definedProperty(raw, 'input') ?? definedProperty(raw, 'rawInput');
  return {
    type: 'tool-call',
    id: tool.toolCallId,
    name: toolNameOf(tool),
    arguments: input ? textOf(input) : '',
    ...approvalOf(tool),
  };
}

function approvalOf({ approval }: ToolPart): Pick<ToolCallPart, 'approval'> {
  if (!approval) return {};
  const { id, approved } = approval;
  return { approval: approved === undefined ? { id } : { id, approved } };
}

/** What came of the call, where something did. JSON is the text that it was written as. */
export function resultOf(tool: ToolPart, raw: JsonText): Part | null {
  switch (tool.state) {
    case 'output-available': {
      const output = raw.property('output');
      return result(tool, output ? textOf(output) : '', false);
    }
    case 'output-error':
      return result(tool, tool.errorText, true);
    case 'output-denied':
      return result(tool, tool.approval.reason ?? 'Tool call execution denied.', true);
    case 'input-streaming':
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return null;
  }
}

function result(tool: ToolPart, text: string, isError: boolean): Part {
  return {
    type: 'tool-result',
    callId: tool.toolCallId,
    name: toolNameOf(tool),
    content: textParts(text),
    ...(isError ? { isError: true } : {}),
  };
}

function definedProperty(raw: JsonText, name: string): JsonText | undefined {
  const value = raw.property(name);
  return value?.kind === 'null' ? undefined : value;
}

function textOf(json: JsonText): string {
  return json.kind === 'string' ? String(json.value()) : json.slice();
}
