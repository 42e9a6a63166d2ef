import { Controller, Req } from '@nestjs/common';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Request } from 'express';
import { compactRequestSchema, type TopicsAnswer } from '../reading/topics-schema';
import { TopicsService } from '../reading/topics-service';
import { optionalJsonBody } from './body';
import { Handles } from './handles';
import { Key } from './parameters';

@Controller()
export class TopicsController {
  constructor(private readonly service: TopicsService) {}

  @Handles('listTopics')
  topics(@Key() key: ConversationKey): Promise<TopicsAnswer> {
    return this.service.topics(key);
  }

  @Handles('compact')
  compact(@Key() key: ConversationKey, @Req() request: Request): Promise<{ id: number }> {
    const { what } = optionalJsonBody(request, compactRequestSchema);
    return this.service.compact(key, what ?? null);
  }
}
