import type { Format } from '../format';
import { decode, decodeValue } from './decode';
import { encodeMessage, encodeMissingResult, encodeSummary, renderBody } from './encode';
import { splitMessages } from './split-messages';
import { checkOpenAiChat } from './validity';

/** OpenAI's chat completions: `{messages}`. */
export const openAiChat: Format = {
  decode,
  decodeValue,
  encodeMessage,
  encodeSummary,
  encodeMissingResult,
  renderBody,
  check: checkOpenAiChat,
  splitMessages,
};

export { chatMessageSchema, type ChatMessage } from './schema';
export { checkOpenAiChat } from './validity';
