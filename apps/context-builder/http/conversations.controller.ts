import { Controller, Param, Req, Res, type StreamableFile } from '@nestjs/common';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { descriptionRequestSchema } from '../appending/description-request';
import { DescriptionService } from '../appending/description-service';
import type { EventIds } from '../appending/event-ids';
import type { Published } from '../appending/event-publisher';
import { PolicyService, type Assigned } from '../configuration/policy-service';
import { CallService } from '../reading/call-service';
import { CheckpointService } from '../reading/checkpoint-service';
import { HistoryService } from '../reading/history-service';
import { pageText } from '../reading/page';
import { StateService } from '../reading/state-service';
import { ContextService } from '../serving/context-service';
import { documentBody, jsonBody, jsonText, optionalJsonBody, valid } from './body';
import { Handles } from './handles';
import { Ids, Key, Query, Tenant } from './parameters';
import type { journalQuery, timedPageQuery } from './schemas/common';
import { policyNameSchema, type assignQuery } from './schemas/configuration';
import {
  metadataOf,
  revokeRequestSchema,
  type historyQuery,
  type listingQuery,
  type messageQuery,
} from './schemas/conversations';
import { sendContext } from './send-context';

@Controller()
export class ConversationsController {
  constructor(
    private readonly states: StateService,
    private readonly histories: HistoryService,
    private readonly checkpointsOf: CheckpointService,
    private readonly contexts: ContextService,
    private readonly calls: CallService,
    private readonly policies: PolicyService,
    private readonly descriptions: DescriptionService,
  ) {}

  @Handles('listConversations')
  list(
    @Tenant() tenant: string,
    @Query('listConversations') query: z.output<typeof listingQuery>,
  ): Promise<object> {
    const { after = null, limit, order, user, title } = query;
    return this.states.list(tenant, { after, limit, order, user, title, metadata: metadataOf(query) });
  }

  @Handles('describeConversation')
  describe(@Key() key: ConversationKey, @Ids() ids: EventIds, @Req() request: Request): Promise<Published> {
    return this.descriptions.describe(key, jsonBody(request, descriptionRequestSchema), ids);
  }

  @Handles('conversationState')
  state(@Key() key: ConversationKey): Promise<object> {
    return this.states.state(key);
  }

  @Handles('history')
  async history(
    @Key() key: ConversationKey,
    @Query('history') { format, ...page }: z.output<typeof historyQuery>,
  ): Promise<string> {
    const items = format === 'events' ? this.histories.events(key, page) : this.histories.messages(key, page);
    return pageText(await items);
  }

  @Handles('message')
  message(
    @Key() key: ConversationKey,
    @Param('eventId') eventId: string,
    @Query('message') { offset, limit }: z.output<typeof messageQuery>,
  ): Promise<string | object> {
    if (offset === undefined && limit === undefined) return this.histories.message(key, eventId);
    return this.histories.messageText(key, eventId, { offset, limit });
  }

  @Handles('listCheckpoints')
  async checkpoints(@Key() key: ConversationKey): Promise<object> {
    return { items: await this.checkpointsOf.list(key), next: null };
  }

  @Handles('checkpointMessages')
  async covered(
    @Key() key: ConversationKey,
    @Param('eventId') eventId: string,
    @Query('checkpointMessages') page: z.output<typeof journalQuery>,
  ): Promise<string> {
    return pageText(await this.histories.covered(key, eventId, page));
  }

  @Handles('revokeCheckpoint')
  revoke(
    @Key() key: ConversationKey,
    @Param('eventId') eventId: string,
    @Ids() ids: EventIds,
    @Req() request: Request,
  ): Promise<Published> {
    const { reason } = optionalJsonBody(request, revokeRequestSchema);
    return this.checkpointsOf.revoke(key, eventId, reason, ids);
  }

  @Handles('context')
  async context(
    @Key() key: ConversationKey,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | StreamableFile> {
    const served = await this.contexts.serve(key, jsonText(request));
    return sendContext(served, request, response);
  }

  @Handles('conversationCalls')
  callsOf(
    @Key() key: ConversationKey,
    @Query('conversationCalls') page: z.output<typeof timedPageQuery>,
  ): Promise<object> {
    return this.calls.ofConversation(key, page);
  }

  @Handles('conversationCall')
  callOf(@Key() key: ConversationKey, @Param('call') name: string): Promise<object> {
    return this.calls.named(key, name);
  }

  @Handles('assignPolicy')
  assign(
    @Key() key: ConversationKey,
    @Query('assignPolicy') { existing }: z.output<typeof assignQuery>,
    @Ids() idOf: EventIds,
    @Req() request: Request,
  ): Promise<Assigned> {
    const document = documentBody(request);
    const named = typeof document === 'object' && document !== null && 'name' in document;
    const written = named ? valid(policyNameSchema, document, 'request') : { document };
    return this.policies.assign(key, written, { existing, idOf });
  }
}
