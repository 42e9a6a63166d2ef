import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { IgnoredService } from '../operations/ignored-service';
import { Handles } from './handles';
import { Query, Tenant } from './parameters';
import type { ignoredQuery } from './schemas/ignored';

@Controller()
export class IgnoredController {
  constructor(private readonly ignored: IgnoredService) {}

  @Handles('ignored')
  list(
    @Tenant() tenant: string,
    @Query('ignored') { code, ...page }: z.output<typeof ignoredQuery>,
  ): Promise<object> {
    return code === undefined ? this.ignored.groups(tenant, page) : this.ignored.events(tenant, code, page);
  }
}
