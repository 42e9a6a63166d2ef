import {
  convertToModelMessages,
  type ModelMessage,
  modelMessageSchema,
  safeValidateUIMessages,
  type UIMessage,
} from 'ai';
import { convertToLanguageModelPrompt, standardizePrompt } from 'ai/internal';

/** What the SDK itself says to a body: null where it takes it as far as the call of the model, else its error. */
export function sdkRefusal(bodyText: string): Promise<string | null> {
  const { system, messages } = JSON.parse(bodyText) as { system?: string; messages: ModelMessage[] };
  return refusalOf(messages, system);
}

/** As `sdkRefusal`, of a body of UIMessages: its validator, then what its converter makes of them. */
export async function sdkUiRefusal(bodyText: string): Promise<string | null> {
  const { messages } = JSON.parse(bodyText) as { messages: UIMessage[] };
  const validated = await safeValidateUIMessages({ messages });
  if (!validated.success) return String(validated.error);
  const converted = await convertToModelMessages(validated.data);
  return converted.length === 0 ? null : refusalOf(converted);
}

async function refusalOf(messages: ModelMessage[], system?: string): Promise<string | null> {
  try {
    const prompt = await standardizePrompt({
      messages: modelMessageSchema.array().parse(messages),
      allowSystemInMessages: true,
      ...(system === undefined ? {} : { system }),
    });
    const download = async (urls: readonly unknown[]) => urls.map(() => null);
    await convertToLanguageModelPrompt({ prompt, supportedUrls: {}, download });
    return null;
  } catch (error) {
    return String(error);
  }
}
