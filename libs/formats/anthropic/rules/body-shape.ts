import { inBody, type Problem } from '../../checking';
import type { Rule } from '../../format';
import { isObject } from '../../json-object';
import type { BodyView, MessageView } from './body-view';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);

/** The keys without which the blocks that everybody writes are none. */
const STRINGS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  tool_use: ['id', 'name'],
  tool_result: ['tool_use_id'],
  server_tool_use: ['id', 'name'],
};

export const bodyShape: Rule<BodyView> = {
  name: 'body-shape',
  fact:
    'A request has at least one message; each has role user, assistant or system and as content a string or a list of ' +
    'typed blocks, and nothing else. A system prompt is a string or a list of text blocks.',
  source:
    'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts',
  check({ body, messages }) {
    if (!isObject(body)) return inBody('it is not an object');
    const { system } = body;
    const isSystem = typeof system === 'string' || system === undefined || isTextList(system);
    return [
      ...(isSystem ? [] : inBody('system is neither a string nor a list of text blocks')),
      ...(messages.length === 0 ? inBody('it has no messages') : []),
      ...messages.flatMap(shapeOf),
    ];
  },
};

function shapeOf({ index, role, content, otherKeys: [other] }: MessageView): Problem[] {
  if (other !== undefined) return [{ index, detail: `it has the key ${JSON.stringify(other)}` }];
  if (!ROLES.has(role)) return [{ index, detail: `${JSON.stringify(role) ?? 'nothing'} is no role` }];
  if (typeof content === 'string') return [];
  if (!Array.isArray(content)) return [{ index, detail: 'its content is neither a string nor a list' }];
  return content.flatMap((block: unknown, at) => {
    const detail = problemOf(block);
    return detail === null ? [] : [{ index, detail: `content[${at}] ${detail}` }];
  });
}

function problemOf(block: unknown): string | null {
  if (!isObject(block) || typeof block['type'] !== 'string') return 'is no typed block';
  const { type } = block;
  const names = Object.hasOwn(STRINGS, type) ? (STRINGS[type] ?? []) : [];
  const missing = names.find((name) => typeof block[name] !== 'string');
  if (missing !== undefined) return `(${type}) has no ${missing}`;
  const isMedia = type === 'image' || type === 'document';
  return isMedia && !isObject(block['source']) ? `(${type}) has no source` : null;
}

function isTextList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (entry: unknown) => isObject(entry) && entry['type'] === 'text' && typeof entry['text'] === 'string',
    )
  );
}
