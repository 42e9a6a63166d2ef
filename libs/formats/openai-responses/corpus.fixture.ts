import type OpenAI from 'openai';

type Body = Pick<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'input' | 'instructions'>;

const weather = { type: 'function_call', name: 'get_weather', arguments: '{"city": "Oslo"}' } as const;
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

/** Bodies as OpenAI documents them, in our own words; the SDK's types say that they are ones. */
export const corpus: Readonly<Record<string, Body>> = {
  'a text': { input: 'What is the tallest tower?' },
  'several turns': {
    instructions: 'Answer briefly.',
    input: [
      { role: 'user', content: 'Knock knock.' },
      { role: 'assistant', content: "Who's there?" },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Orange.' }],
        status: 'completed',
      },
      { role: 'developer', content: 'Stay polite.' },
      { role: 'system', content: 'No puns.' },
    ],
  },
  'parallel calls and their outputs': {
    input: [
      { role: 'user', content: 'Weather in Oslo and Rome?' },
      { ...weather, id: 'fc_1', call_id: 'call_1', status: 'completed' },
      { ...weather, id: 'fc_2', call_id: 'call_2', arguments: '{"city":"Rome","n":12345678901234567890}' },
      { type: 'function_call_output', call_id: 'call_1', output: '{"t":1.0}' },
      {
        type: 'function_call_output',
        call_id: 'call_2',
        output: [
          { type: 'input_text', text: '21' },
          { type: 'input_image', image_url: PNG, detail: 'low' },
        ],
      },
    ],
  },
  'an answer with its sources': {
    input: [
      { role: 'user', content: 'News?' },
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: { type: 'search', query: 'news', queries: ['news'] },
      },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        phase: 'final_answer',
        content: [
          {
            type: 'output_text',
            text: 'Rain.',
            annotations: [
              { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 4 },
            ],
            logprobs: [],
          },
          { type: 'refusal', refusal: 'No more.' },
        ],
      },
    ],
  },
  'reasoning with its encrypted content': {
    input: [
      { role: 'user', content: 'Think.' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' },
      { ...weather, id: 'fc_1', call_id: 'call_1' },
      { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
      {
        type: 'reasoning',
        id: 'rs_2',
        summary: [{ type: 'summary_text', text: 'It rains.' }],
        encrypted_content: null,
      },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Rain.', annotations: [] }],
      },
    ],
  },
  'images and files': {
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is in these?' },
          { type: 'input_image', image_url: 'https://a.example/a.jpg', detail: 'auto' },
          { type: 'input_image', file_id: 'file-abc', detail: 'high' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
          { type: 'input_file', file_url: 'https://a.example/b.pdf' },
          { type: 'input_file', file_id: 'file-def' },
        ],
      },
    ],
  },
  'tools that the runtime runs': {
    input: [
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'code_exec', input: 'print("hi")' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'hi' },
      {
        type: 'computer_call',
        id: 'cu_1',
        call_id: 'c2',
        action: { type: 'click', button: 'left', x: 1, y: 2 },
        pending_safety_checks: [],
        status: 'completed',
      },
      {
        type: 'computer_call_output',
        call_id: 'c2',
        output: { type: 'computer_screenshot', image_url: PNG },
        acknowledged_safety_checks: [],
      },
      {
        type: 'local_shell_call',
        id: 'lsh_1',
        call_id: 'c3',
        action: { type: 'exec', command: ['ls'], env: {} },
        status: 'completed',
      },
      { type: 'local_shell_call_output', id: 'c3', output: 'a.txt' },
      { type: 'shell_call', call_id: 'c4', action: { commands: ['ls', 'pwd'] } },
      {
        type: 'shell_call_output',
        call_id: 'c4',
        output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      },
      {
        type: 'apply_patch_call',
        call_id: 'c5',
        status: 'completed',
        operation: { type: 'create_file', path: 'a', diff: '+a' },
      },
      { type: 'apply_patch_call_output', call_id: 'c5', status: 'completed', output: 'done' },
    ],
  },
  'what the provider ran, and references': {
    input: [
      { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'], results: null },
      {
        type: 'code_interpreter_call',
        id: 'ci_1',
        status: 'completed',
        code: '1+1',
        container_id: 'cntr_1',
        outputs: [{ type: 'logs', logs: '2' }],
      },
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'aGk=' },
      { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] },
      { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'f', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
      { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'f', arguments: '{}', output: 'ok' },
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA' },
      { type: 'item_reference', id: 'msg_9' },
      { id: 'msg_10' },
    ],
  },
};
