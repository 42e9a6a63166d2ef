import { Catch, Controller, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { CONVERSATION_EVENTS, type Batch } from '@verbatim/event-log';
import { throwError, type Observable } from 'rxjs';
import { ConversationProjector } from './conversation-projector';

/** Nest would hide what was thrown behind `Internal server error`, and the log must know a lost partition from others. */
@Catch()
class AsThrown implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

@Controller()
@UseFilters(AsThrown)
export class ProjectorController {
  constructor(private readonly projector: ConversationProjector) {}

  @EventPattern(CONVERSATION_EVENTS)
  async onBatch(@Payload() batch: Batch): Promise<void> {
    await this.projector.handle(batch);
  }
}
