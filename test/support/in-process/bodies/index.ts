import type { FormatName } from '@verbatim/conversation';
import { agentZeroSteps } from './agent-zero';
import { aiSdkSteps } from './ai-sdk';
import { aiSdkUiSteps } from './ai-sdk-ui';
import { anthropicSteps } from './anthropic';
import { openAiChatSteps } from './openai-chat';
import { openAiResponsesSteps } from './openai-responses';
import type { Json, Step } from './step';

const readers: Readonly<Record<FormatName, (body: Json) => Step[]>> = {
  'openai-chat': openAiChatSteps,
  'openai-responses': openAiResponsesSteps,
  anthropic: anthropicSteps,
  'ai-sdk': aiSdkSteps,
  'ai-sdk-ui': aiSdkUiSteps,
  'agent-zero': agentZeroSteps,
};

/** What a body says, step by step, and where a call stands without its result or a result without its call. */
export interface ReadBody {
  readonly texts: readonly string[];
  readonly exchanges: readonly { readonly name: string; readonly text: string }[];
  readonly broken: readonly string[];
}

export function readBody(target: FormatName, bodyText: string): ReadBody {
  const steps = readers[target](JSON.parse(bodyText) as Json);
  const exchanges: { name: string; text: string }[] = [];
  const broken: string[] = [];
  let open = new Map<string, string>();
  let isSaying = false;
  const close = (before: string): void => {
    if (open.size > 0) broken.push(`no result of ${[...open.keys()].join(', ')} before ${before}`);
    open = new Map();
  };
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'answered') {
      const name = open.get(step.id);
      if (name === undefined) broken.push(`step ${index} answers ${step.id}, which is no open call`);
      else exchanges.push({ name, text: step.texts.filter((text) => text !== '').join('\n') });
      open.delete(step.id);
    } else {
      if (step.kind === 'asked' || step.goesOn !== true || !isSaying) close(`step ${index}`);
      for (const { id, name } of step.kind === 'said' ? step.calls : []) {
        if (open.has(id)) broken.push(`step ${index} calls ${id} a second time`);
        open.set(id, name);
      }
    }
    isSaying = step.kind === 'said';
  }
  close('the end');
  return { texts: steps.flatMap(({ texts }) => texts), exchanges, broken };
}
