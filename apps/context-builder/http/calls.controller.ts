import { Controller, Param, Req, Res, type StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { AuditService } from '../audit/audit-service';
import type { Verification } from '../audit/verification';
import { CallService } from '../reading/call-service';
import type { CallDiff, SeenAnswer, seenQuery } from '../seen/seen-schema';
import { SeenService } from '../seen/seen-service';
import { jsonBody } from './body';
import { Handles } from './handles';
import { Query, Tenant } from './parameters';
import { sentRequestSchema, type sentAnswerSchema } from './schemas/calls';
import type { timedPageQuery } from './schemas/common';
import type { callContextQuery } from './schemas/configuration';
import { bytes } from './send-context';

@Controller()
export class CallsController {
  constructor(
    private readonly calls: CallService,
    private readonly audit: AuditService,
    private readonly seen: SeenService,
  ) {}

  @Handles('listCalls')
  list(@Tenant() tenant: string, @Query('listCalls') page: z.output<typeof timedPageQuery>): Promise<object> {
    return this.calls.ofTenant(tenant, page);
  }

  @Handles('receipt')
  receipt(@Tenant() tenant: string, @Param('callId') callId: string): Promise<string> {
    return this.audit.receiptText(tenant, callId);
  }

  @Handles('callContext')
  async context(
    @Tenant() tenant: string,
    @Param('callId') callId: string,
    @Query('callContext') { by }: z.output<typeof callContextQuery>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return bytes(await this.audit.contextBytes(tenant, callId, by), 'application/json', response);
  }

  @Handles('seenByCall')
  saw(
    @Tenant() tenant: string,
    @Param('callId') callId: string,
    @Query('seenByCall') { full }: z.output<typeof seenQuery>,
  ): Promise<SeenAnswer> {
    return this.seen.seen(tenant, callId, full);
  }

  @Handles('diffCalls')
  diff(
    @Tenant() tenant: string,
    @Param('callId') callId: string,
    @Param('other') other: string,
  ): Promise<CallDiff> {
    return this.seen.diff(tenant, callId, other);
  }

  @Handles('verifyCall')
  verify(@Tenant() tenant: string, @Param('callId') callId: string): Promise<Verification> {
    return this.audit.verify(tenant, callId);
  }

  @Handles('reportSent')
  async sent(
    @Tenant() tenant: string,
    @Param('callId') callId: string,
    @Req() request: Request,
  ): Promise<z.output<typeof sentAnswerSchema>> {
    const { sha256 } = jsonBody(request, sentRequestSchema);
    return this.audit.recordSent(tenant, callId, sha256);
  }
}
