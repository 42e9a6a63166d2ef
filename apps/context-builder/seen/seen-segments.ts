import type { RecordedCalls } from '../audit/recorded-calls';
import { charactersOf, countCharacters } from '../reading/text-page';
import type { SeenCall } from './seen-call';
import { SEEN_CHARACTERS, type SeenSegment } from './seen-schema';
import { standIn } from './stand-ins';
import { wordsOf } from './words';

/** The segments of a call with their words, whole or cut. */
export async function seenSegments(
  call: SeenCall,
  calls: RecordedCalls,
  full: boolean,
): Promise<SeenSegment[]> {
  const { receipt, fold, items } = call;
  const checkpoints = new Map(
    fold.ws.checkpoints().map((each) => [each.id, each.recordedAt ?? each.decidedAt]),
  );
  const texts = await calls.texts(call);
  return receipt.segments.map((segment, index) => {
    const { kind, event } = segment;
    const words = wordsOf(segment, texts[index] ?? '', receipt.target);
    const instead = standIn(segment, words, call);
    const position = kind === 'summary' ? checkpoints.get(event) : items.get(event)?.position;
    return {
      ...segment,
      position: position ?? null,
      text: full ? words : beginning(words),
      characters: countCharacters(words),
      ...(instead === null ? {} : { instead }),
    };
  });
}

function beginning(words: string): string {
  const cut = charactersOf(words, 0, SEEN_CHARACTERS);
  return cut.length < words.length ? `${cut}…` : words;
}
