import type { FormatName } from '@verbatim/conversation';

/** A record's `data` of about one megabyte that may take long to read. */
export interface Hostile {
  readonly name: string;
  readonly format: FormatName | 'canonical';
  readonly dataText: string;
}

const SIZE = 1_000_000;

function list(item: string): string {
  return `[${Array.from({ length: Math.floor(SIZE / (item.length + 1)) }, () => item).join(',')}]`;
}

function keys(): string {
  const members = Array.from({ length: SIZE / 16 }, (_, at) => `"key${at}":[{}]`);
  return `{${members.join(',')}}`;
}

const deep = `${'['.repeat(30)}${']'.repeat(30)}`;

/** What is put where a format has room for anything. */
const values: Readonly<Record<string, string>> = {
  'empty objects': list('{}'),
  'empty lists': list('[]'),
  numbers: list('1'),
  'lists in lists': list(deep),
  'objects of a type': list('{"type":"x"}'),
  'texts of a letter': list('{"type":"text","text":"a"}'),
  'texts of a number': list('{"type":"text","text":1}'),
  keys: keys(),
  backslashes: JSON.stringify('\\'.repeat(SIZE / 4)),
  quotes: JSON.stringify('"'.repeat(SIZE / 2)),
  controls: JSON.stringify('\u0001'.repeat(SIZE / 6)),
  'a letter': JSON.stringify('a'.repeat(SIZE)),
  'white space': JSON.stringify(' '.repeat(SIZE)),
  'a JSON text of lists': JSON.stringify(
    `{"tool_name":"f","tool_args":{"a":${list('[]').slice(0, SIZE - 100)}]}}`,
  ),
};

/** Messages with a place for a value, by format. */
const frames: Readonly<Record<FormatName | 'canonical', readonly string[]>> = {
  'openai-chat': [
    '{"role":"user","content":$}',
    '{"role":"assistant","tool_calls":$}',
    '{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":$}}]}',
    '{"role":"user","content":[{"type":"image_url","image_url":{"url":$}}]}',
    '{"role":"user","content":[{"type":"text","text":"a","x":$}]}',
    '{"role":"user","content":"a","tool_calls":$}',
    '{"role":"user","content":"a","x":$}',
  ],
  'openai-responses': [
    '{"format":"openai-responses","role":"user","content":$}',
    '{"format":"openai-responses","type":"function_call_output","call_id":"a","output":$}',
    '{"format":"openai-responses","type":"reasoning","summary":[],"content":$}',
    '{"format":"openai-responses","type":"shell_call_output","call_id":"a","output":$}',
    '{"format":"openai-responses","type":"shell_call","call_id":"a","action":{"commands":$}}',
    '{"format":"openai-responses","type":"web_search_call","action":$}',
    '{"format":"openai-responses","role":"user","content":[{"type":"input_file","file_data":$}]}',
  ],
  anthropic: [
    '{"format":"anthropic","role":"user","content":$}',
    '{"format":"anthropic","role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":$}]}',
    '{"format":"anthropic","role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":$}]}',
    '{"format":"anthropic","role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"search_result","content":$}]}]}',
    '{"format":"anthropic","role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":$}}]}',
    '{"format":"anthropic","system":$}',
  ],
  'ai-sdk': [
    '{"format":"ai-sdk","role":"user","content":$}',
    '{"format":"ai-sdk","role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"f","input":$}]}',
    '{"format":"ai-sdk","role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"json","value":$}}]}',
    '{"format":"ai-sdk","role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"content","value":$}}]}',
    '{"format":"ai-sdk","role":"assistant","content":[{"type":"reasoning","text":"a","providerOptions":$}]}',
    '{"format":"ai-sdk","role":"user","content":[{"type":"image","image":$}]}',
    '{"format":"ai-sdk","system":$}',
  ],
  'ai-sdk-ui': [
    '{"format":"ai-sdk-ui","role":"user","parts":$}',
    '{"format":"ai-sdk-ui","role":"assistant","parts":[{"type":"tool-f","toolCallId":"a","state":"output-available","input":{},"output":$}]}',
    '{"format":"ai-sdk-ui","role":"assistant","parts":[{"type":"data-x","data":$}]}',
    '{"format":"ai-sdk-ui","role":"assistant","parts":[{"type":"text","text":"a","providerMetadata":$}]}',
    '{"format":"ai-sdk-ui","role":"user","parts":[{"type":"file","mediaType":"image/png","url":$}]}',
  ],
  'agent-zero': [
    '{"format":"agent-zero","ai":true,"content":$}',
    '{"format":"agent-zero","ai":false,"content":{"raw_content":$}}',
    '{"format":"agent-zero","ai":false,"content":{"tool_name":"f","tool_result":$}}',
    '{"format":"agent-zero","ai":true,"content":{"tool_name":"f","tool_args":$}}',
    '{"format":"agent-zero","system":$}',
  ],
  canonical: [
    '{"role":"user","parts":$}',
    '{"role":"tool","parts":[{"type":"tool-result","callId":"a","content":$}]}',
    '{"role":"user","parts":[{"type":"data","name":"x","value":$}]}',
    '{"role":"user","parts":[{"type":"image","url":$}]}',
    '{"role":"user","parts":[],"native":$}',
  ],
};

/** Every value in every place. */
export function hostiles(): Hostile[] {
  return Object.entries(frames).flatMap(([name, texts]) =>
    texts.flatMap((frame) =>
      Object.entries(values).map(([value, json]) => ({
        name: `${frame.replace(/"format":"[^"]*",/, '').slice(0, 90)}, ${value}`,
        format: name as Hostile['format'],
        dataText: frame.replace('$', () => json),
      })),
    ),
  );
}
