import { noDescription, type Description } from '@verbatim/conversation';
import { fromJsonColumn } from '../text-column';
import { toTextOrNull } from './columns';

/** What of `conversation_descriptions` makes a Description; all null where a conversation was never described. */
export interface DescriptionRow {
  readonly title: string | null;
  readonly user_id: string | null;
  readonly metadata: unknown;
}

export const descriptionColumns = 'title, user_id, metadata';

export function descriptionFromRow({ title, user_id, metadata }: DescriptionRow): Description {
  if (metadata === null) return noDescription;
  return {
    title: toTextOrNull(title),
    user: toTextOrNull(user_id),
    metadata: fromJsonColumn<Description['metadata']>(metadata),
  };
}

/** How titles are searched: case makes no difference, in any script. */
export function searchable(title: string): string {
  return title.toLowerCase();
}
