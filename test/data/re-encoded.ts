import type { FormatName } from '@verbatim/conversation';
import { format, JsonText, withProperty } from '@verbatim/formats';
import type { ContextRig } from '../support/in-process/context-rig';
import type { Recording } from './data-sets';

/** A recording as events' `data` of a format: of OpenAI chat as it is, of others as our own encoder writes all of it. */
export async function dataTextsOf(
  rig: ContextRig,
  recording: Recording,
  source: FormatName,
): Promise<string[]> {
  const chat = recording.messages.map((message) => JSON.stringify(message));
  if (source === 'openai-chat') return chat;
  const whole = rig.conversation(recording.name);
  for (const dataText of chat) await whole.append(dataText);
  const { bodyText } = await rig.renderWhole(whole, source);
  const { system, messages } = format(source).split(bodyText);
  const said = messages.map((text) => withProperty(JsonText.parse(text), 'format', JSON.stringify(source)));
  return system === null ? said : [format(source).systemData(system), ...said];
}
