import { Controller, Param, Req } from '@nestjs/common';
import type { ListedDeadLetter } from '@verbatim/conversation-store';
import type { Request } from 'express';
import type { z } from 'zod';
import { DeadLetterService } from '../operations/dead-letter-service';
import { pageOf } from '../reading/page';
import { jsonBody, optionalJsonBody } from './body';
import { Handles } from './handles';
import { By, Query, Tenant } from './parameters';
import { reasonRequestSchema, redriveRequestSchema, type lettersQuery } from './schemas/operations';

@Controller()
export class DeadLettersController {
  constructor(private readonly letters: DeadLetterService) {}

  @Handles('listDeadLetters')
  async list(
    @Tenant() tenant: string,
    @Query('listDeadLetters') { after, limit, all, order }: z.output<typeof lettersQuery>,
  ): Promise<object> {
    const found = await this.letters.list(tenant, { after: after ?? null, limit: limit + 1, all, order });
    const page = pageOf(found, limit, ({ id }) => id);
    return { ...page, items: page.items.map(viewOf) };
  }

  @Handles('deadLetter')
  async letter(@Tenant() tenant: string, @Param('letterId') id: string): Promise<object> {
    const { letter, became } = await this.letters.show(tenant, id);
    return { ...viewOf(letter), became };
  }

  @Handles('redriveDeadLetter')
  async redrive(
    @Tenant() tenant: string,
    @By() by: string,
    @Param('letterId') id: string,
    @Req() request: Request,
  ): Promise<object> {
    const { value, as = null, reason = null } = optionalJsonBody(request, redriveRequestSchema);
    const corrected = value === undefined ? null : Buffer.from(value, 'base64');
    const { event, ...redriven } = await this.letters.redrive(tenant, id, {
      value: corrected,
      as,
      reason,
      by,
    });
    return { ...redriven, event: event && nameOf(event) };
  }

  @Handles('discardDeadLetter')
  async discard(
    @Tenant() tenant: string,
    @By() by: string,
    @Param('letterId') id: string,
    @Req() request: Request,
  ): Promise<object> {
    const { reason } = jsonBody(request, reasonRequestSchema);
    return { ...viewOf(await this.letters.discard(tenant, id, reason, by)), became: null };
  }
}

function viewOf(letter: ListedDeadLetter) {
  const { id, kind, tenant, conversation, eventId, log, error, raw, bytes, createdAt, settled } = letter;
  const decided = settled && {
    outcome: settled.outcome,
    reason: settled.reason,
    by: settled.by,
    at: settled.at.toISOString(),
    log: settled.published?.log ?? null,
    event: settled.published?.event ? nameOf(settled.published.event) : null,
  };
  return {
    id,
    kind,
    tenant,
    conversation,
    event: eventId,
    log,
    error,
    raw: raw?.toString('base64') ?? null,
    bytes,
    createdAt: createdAt.toISOString(),
    settled: decided,
  };
}

function nameOf({
  tenant,
  conversation,
  eventId: id,
}: {
  tenant: string;
  conversation: string;
  eventId: string;
}) {
  return { tenant, conversation, id };
}
