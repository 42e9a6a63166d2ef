import { Controller, Req } from '@nestjs/common';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Request } from 'express';
import type { z } from 'zod';
import { recallRequestSchema } from '../reading/recall-request';
import { RecallService } from '../reading/recall-service';
import { recallTool } from '../reading/recall-tool';
import { jsonBody } from './body';
import { Handles } from './handles';
import { Key, Query } from './parameters';
import type { recallToolQuery } from './schemas/recall';

@Controller()
export class RecallController {
  constructor(private readonly recalls: RecallService) {}

  @Handles('recallTool')
  tool(@Query('recallTool') { target }: z.output<typeof recallToolQuery>): object {
    return recallTool(target);
  }

  @Handles('recall')
  recall(@Key() key: ConversationKey, @Req() request: Request): Promise<object> {
    return this.recalls.recall(key, jsonBody(request, recallRequestSchema));
  }
}
