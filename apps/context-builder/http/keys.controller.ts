import { randomBytes } from 'node:crypto';
import { Controller, Inject, Param, Req } from '@nestjs/common';
import { VerbatimError } from '@verbatim/conversation';
import type { ApiKeyStore, StoredApiKey } from '@verbatim/conversation-store';
import { hashOfKey } from '@verbatim/platform';
import type { Request } from 'express';
import type { z } from 'zod';
import { pageOf } from '../reading/page';
import { API_KEYS } from '../tokens';
import { jsonBody } from './body';
import { Handles } from './handles';
import { Query, Tenant } from './parameters';
import type { pageQuery } from './schemas/common';
import { keyRequestSchema } from './schemas/keys';

@Controller()
export class KeysController {
  constructor(@Inject(API_KEYS) private readonly keys: ApiKeyStore) {}

  @Handles('createKey')
  async create(@Tenant() tenant: string, @Req() request: Request): Promise<object> {
    const { scopes, name = null } = jsonBody(request, keyRequestSchema);
    const key = `vk_${randomBytes(32).toString('base64url')}`;
    const kept = { tenant, name, scopes: [...new Set(scopes)], sha256: hashOfKey(key) };
    return { ...viewOf(await this.keys.create(kept)), key };
  }

  @Handles('listKeys')
  async list(
    @Tenant() tenant: string,
    @Query('listKeys') { after, limit }: z.output<typeof pageQuery>,
  ): Promise<object> {
    const page = pageOf(await this.keys.list(tenant, after ?? null, limit + 1), limit, ({ id }) => id);
    return { ...page, items: page.items.map(viewOf) };
  }

  @Handles('revokeKey')
  async revoke(@Tenant() tenant: string, @Param('keyId') id: string): Promise<object> {
    const revoked = await this.keys.revoke(tenant, id);
    if (revoked) return viewOf(revoked);
    throw new VerbatimError('key-not-found', `there is no API key ${id}`, { id });
  }
}

function viewOf({ createdAt, revokedAt, ...key }: StoredApiKey) {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
