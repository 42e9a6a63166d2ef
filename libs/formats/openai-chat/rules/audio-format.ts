import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isInputAudio } from '../../media';
import { type BodyView, inElements } from './body-view';

export const audioFormat: Rule<BodyView> = {
  name: 'audio-format',
  fact: 'Spoken input is base64 data in the format wav or mp3.',
  source: 'https://platform.openai.com/docs/guides/audio',
  check: ({ messages }) =>
    inEach(messages, (message) =>
      inElements(message, 'input_audio', (audio) =>
        isInputAudio(audio) ? null : 'audio that is not wav or mp3',
      ),
    ),
};
