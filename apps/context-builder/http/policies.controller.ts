import { Controller, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import type { EventIds } from '../appending/event-ids';
import type { NamedPolicy } from '../configuration/named-policies';
import { PolicyCatalogue } from '../configuration/policy-catalogue';
import { checkPolicyName, PolicyService } from '../configuration/policy-service';
import { pageOfSorted } from '../reading/page';
import { documentBody, jsonBody } from './body';
import { Handles } from './handles';
import { Ids, Query, Tenant } from './parameters';
import type { pageQuery } from './schemas/common';
import { policyNameSchema } from './schemas/configuration';

@Controller()
export class PoliciesController {
  constructor(
    private readonly catalogue: PolicyCatalogue,
    private readonly policies: PolicyService,
  ) {}

  @Handles('listPolicies')
  async list(
    @Tenant() tenant: string,
    @Query('listPolicies') page: z.output<typeof pageQuery>,
  ): Promise<object> {
    const chosen = await this.catalogue.defaultName(tenant);
    const all = (await this.catalogue.list(tenant)).map((policy) => ({
      ...policy,
      default: policy.name === chosen,
    }));
    return pageOfSorted(all, page, ({ name }) => name);
  }

  @Handles('setDefaultPolicy')
  setDefault(@Tenant() tenant: string, @Ids() ids: EventIds, @Req() request: Request): Promise<object> {
    return this.policies.setDefault(tenant, jsonBody(request, policyNameSchema).name, ids);
  }

  @Handles('policy')
  async policy(@Tenant() tenant: string, @Param('name') name: string): Promise<object> {
    const policy = await this.named(tenant, name);
    return { ...policy, notices: await this.policies.notices(tenant, policy) };
  }

  @Handles('removePolicy')
  remove(@Tenant() tenant: string, @Param('name') name: string): Promise<object> {
    return this.policies.remove(tenant, checkPolicyName(name));
  }

  @Handles('putPolicy')
  async put(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Ids() ids: EventIds,
    @Req() request: Request,
  ): Promise<object> {
    const stored = await this.policies.put(tenant, checkPolicyName(name), documentBody(request), ids);
    const { version, policy } = stored;
    return { name, version, policy, notices: await this.policies.notices(tenant, stored) };
  }

  private async named(tenant: string, name: string): Promise<NamedPolicy & { default: boolean }> {
    if (name === 'default') return { ...(await this.catalogue.defaultInForce(tenant)), default: true };
    const policy = await this.catalogue.get(tenant, name);
    return { ...policy, default: policy.name === (await this.catalogue.defaultName(tenant)) };
  }
}
