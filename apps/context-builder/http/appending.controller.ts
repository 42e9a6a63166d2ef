import { Controller, Req } from '@nestjs/common';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Request } from 'express';
import { AppendService } from '../appending/append-service';
import type { EventIds } from '../appending/event-ids';
import type { Published } from '../appending/event-publisher';
import { KnownService } from '../appending/known-service';
import { bodyText, jsonBody, jsonText } from './body';
import { Handles } from './handles';
import { Ids, Key, Tenant } from './parameters';
import { knownRequestSchema } from './schemas/appending';

@Controller()
export class AppendingController {
  constructor(
    private readonly appending: AppendService,
    private readonly journal: KnownService,
  ) {}

  @Handles('appendMessages')
  messages(@Key() key: ConversationKey, @Ids() ids: EventIds, @Req() request: Request): Promise<Published> {
    return this.appending.appendMessages(key, jsonText(request), ids);
  }

  @Handles('appendEvents')
  events(@Tenant() tenant: string, @Ids() ids: EventIds, @Req() request: Request): Promise<Published> {
    const contentType = request.headers['content-type'] ?? '';
    return this.appending.appendEvents(tenant, { text: bodyText(request), contentType }, ids);
  }

  @Handles('knownEvents')
  known(@Tenant() tenant: string, @Req() request: Request): Promise<object> {
    return this.journal.known(tenant, jsonBody(request, knownRequestSchema).events);
  }
}
