import { Controller, Inject, Param, Req } from '@nestjs/common';
import { modelEntrySchema, VerbatimError, type ModelEntry } from '@verbatim/conversation';
import { ModelDirectory, type ConfigurationStore, type ConversationKey } from '@verbatim/conversation-store';
import { parseJson } from '@verbatim/formats';
import type { Request } from 'express';
import type { z } from 'zod';
import type { EventIds } from '../appending/event-ids';
import type { Published } from '../appending/event-publisher';
import { ModelSwitchService } from '../appending/model-switch-service';
import { pageOfSorted } from '../reading/page';
import { jsonBody, jsonText, valid } from './body';
import { Handles } from './handles';
import { Ids, Key, Query, Tenant } from './parameters';
import type { pageQuery } from './schemas/common';
import { modelSwitchSchema } from './schemas/settings';
import { CONFIGURATION } from '../tokens';

@Controller()
export class ModelsController {
  constructor(
    private readonly models: ModelDirectory,
    private readonly switches: ModelSwitchService,
    @Inject(CONFIGURATION) private readonly configuration: ConfigurationStore,
  ) {}

  @Handles('listModels')
  async list(
    @Tenant() tenant: string,
    @Query('listModels') page: z.output<typeof pageQuery>,
  ): Promise<object> {
    const entries = (await this.models.registry(tenant)).list();
    const sorted = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return pageOfSorted(sorted, page, ({ id }) => id);
  }

  /** What is kept is the entry as it was written: what it left out is filled when it is read. */
  @Handles('putModel')
  async put(@Tenant() tenant: string, @Param('id') id: string, @Req() request: Request): Promise<ModelEntry> {
    const written = parseJson(jsonText(request), 'request-invalid').value();
    const entry = valid(modelEntrySchema, written, 'request');
    if (entry.id !== id) {
      throw new VerbatimError('request-invalid', `id: the entry is of ${entry.id}, the path of ${id}`);
    }
    await this.configuration.putModelEntry(tenant, id, { ...(written as object) });
    return entry;
  }

  @Handles('switchModel')
  switch(@Key() key: ConversationKey, @Ids() ids: EventIds, @Req() request: Request): Promise<Published> {
    return this.switches.switch(key, jsonBody(request, modelSwitchSchema).model, ids);
  }
}
