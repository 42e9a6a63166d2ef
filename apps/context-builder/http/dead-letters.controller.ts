import { Controller, Inject, Param } from '@nestjs/common';
import { VerbatimError } from '@verbatim/conversation';
import type { ConversationReader, StoredDeadLetter } from '@verbatim/conversation-store';
import type { z } from 'zod';
import { pageOf } from '../reading/page';
import { READER } from '../tokens';
import { Handles } from './handles';
import { Query, Tenant } from './parameters';
import type { pageQuery } from './schemas/common';

@Controller()
export class DeadLettersController {
  constructor(@Inject(READER) private readonly reader: ConversationReader) {}

  @Handles('listDeadLetters')
  async list(
    @Tenant() tenant: string,
    @Query('listDeadLetters') { after, limit }: z.output<typeof pageQuery>,
  ): Promise<object> {
    const found = await this.reader.deadLetters(tenant, after ?? null, limit + 1);
    const page = pageOf(found, limit, ({ id }) => id);
    return { ...page, items: page.items.map(viewOf) };
  }

  @Handles('deadLetter')
  async letter(@Tenant() tenant: string, @Param('letterId') id: string): Promise<object> {
    const letter = await this.reader.deadLetter(tenant, id);
    if (letter) return viewOf(letter);
    throw new VerbatimError('dead-letter-not-found', `there is no dead letter ${id}`, { id });
  }
}

function viewOf({ eventId, raw, createdAt, ...letter }: StoredDeadLetter) {
  return {
    ...letter,
    event: eventId,
    raw: raw?.toString('base64') ?? null,
    createdAt: createdAt.toISOString(),
  };
}
