import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { EventIds } from '../appending/event-ids';
import { SettingsService } from '../configuration/settings-service';
import { jsonBody } from './body';
import { Handles } from './handles';
import { Ids, Tenant } from './parameters';
import { chainRequestSchema, settingsRequestSchema } from './schemas/settings';

@Controller()
export class SettingsController {
  constructor(private readonly service: SettingsService) {}

  @Handles('settings')
  settings(@Tenant() tenant: string): Promise<object> {
    return this.service.settings(tenant);
  }

  @Handles('setSettings')
  set(@Tenant() tenant: string, @Ids() ids: EventIds, @Req() request: Request): Promise<object> {
    return this.service.set(tenant, jsonBody(request, settingsRequestSchema), ids);
  }

  @Handles('changeChain')
  changeChain(@Tenant() tenant: string, @Ids() ids: EventIds, @Req() request: Request): Promise<object> {
    return this.service.changeChain(tenant, jsonBody(request, chainRequestSchema), ids);
  }
}
