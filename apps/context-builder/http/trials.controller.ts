import { Controller, Req } from '@nestjs/common';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Request } from 'express';
import type { z } from 'zod';
import type { pluginInputQuery } from '../trial/plugin-input-schema';
import { PluginInputService, type PluginInput } from '../trial/plugin-input-service';
import { trialBodySchema, type Trial } from '../trial/trial-schema';
import { TrialService } from '../trial/trial-service';
import { jsonBody } from './body';
import { Handles } from './handles';
import { Key, Query } from './parameters';

@Controller()
export class TrialsController {
  constructor(
    private readonly trials: TrialService,
    private readonly inputs: PluginInputService,
  ) {}

  @Handles('tryPolicy')
  attempt(@Key() key: ConversationKey, @Req() request: Request): Promise<Trial> {
    return this.trials.attempt(key, jsonBody(request, trialBodySchema));
  }

  @Handles('pluginInput')
  input(
    @Key() key: ConversationKey,
    @Query('pluginInput') query: z.output<typeof pluginInputQuery>,
  ): Promise<PluginInput> {
    return this.inputs.input(key, query);
  }
}
