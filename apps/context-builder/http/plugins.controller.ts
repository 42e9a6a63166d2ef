import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { PluginDirectory } from '../plugins/plugin-directory';
import { pageOfSorted } from '../reading/page';
import { Handles } from './handles';
import { Query } from './parameters';
import type { pageQuery } from './schemas/common';

@Controller()
export class PluginsController {
  constructor(private readonly plugins: PluginDirectory) {}

  @Handles('listPlugins')
  async list(@Query('listPlugins') page: z.output<typeof pageQuery>): Promise<object> {
    const keyOf = ({ name, file }: { name: string; file: string | null }): string => `${name}/${file ?? ''}`;
    const items = await this.plugins.available();
    const sorted = items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    return pageOfSorted(sorted, page, keyOf);
  }
}
