import { Controller, Req } from '@nestjs/common';
import type { ConversationKey, ParkedConversation } from '@verbatim/conversation-store';
import type { Request } from 'express';
import type { z } from 'zod';
import type { EventIds } from '../appending/event-ids';
import type { Published } from '../appending/event-publisher';
import { ParkedService } from '../operations/parked-service';
import { pageOf } from '../reading/page';
import { jsonBody } from './body';
import { Handles } from './handles';
import { Ids, Key, Query, Tenant } from './parameters';
import type { pageQuery } from './schemas/common';
import { releaseRequestSchema } from './schemas/operations';

@Controller()
export class ParkedController {
  constructor(private readonly parked: ParkedService) {}

  @Handles('listParked')
  async list(
    @Tenant() tenant: string,
    @Query('listParked') { after, limit }: z.output<typeof pageQuery>,
  ): Promise<object> {
    const found = await this.parked.list(tenant, after ?? null, limit + 1);
    const page = pageOf(found, limit, ({ conversation }) => conversation);
    return { ...page, items: page.items.map(viewOf) };
  }

  @Handles('releaseConversation')
  release(@Key() key: ConversationKey, @Ids() ids: EventIds, @Req() request: Request): Promise<Published> {
    return this.parked.release(key, jsonBody(request, releaseRequestSchema), ids);
  }
}

function viewOf({ conversation, eventId, journalPosition, receivedAt, ...parked }: ParkedConversation) {
  const { position, type, dataversion, error } = parked;
  return {
    conversation,
    event: eventId,
    position,
    type,
    dataversion,
    error,
    waiting: journalPosition - position + 1,
    since: receivedAt.toISOString(),
  };
}
