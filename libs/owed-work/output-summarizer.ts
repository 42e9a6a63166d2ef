import {
  compactionPolicy,
  summarizerSchema,
  type Head,
  type OwedCompaction,
  type SummarizerChoice,
} from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { WorkReader } from './owed-work';

/**
 * Who summarises tool outputs (SPEC 4). Mode `auto`: the conversation's own model, of the newest switch, else of the newest
 * call, else the policy's summariser; `custom`: the part's own. Null is the installation's.
 */
export async function outputSummarizer(
  reader: Pick<WorkReader, 'modelOfNewestCall'>,
  key: ConversationKey,
  head: Head,
  [first]: readonly OwedCompaction[],
): Promise<SummarizerChoice | null> {
  const part = first && compactionPolicy(head)?.[first.part];
  if (part?.mode === 'custom') return part.summarizer;
  const model = head.model ?? (await reader.modelOfNewestCall(key));
  if (model === null) return head.policy.document.history?.summarizer ?? null;
  return summarizerSchema.parse({ model });
}
