import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { CONVERSATION_EVENTS, type Batch } from '@verbatim/event-log';
import { ConversationProjector } from './conversation-projector';

@Controller()
export class ProjectorController {
  constructor(private readonly projector: ConversationProjector) {}

  @EventPattern(CONVERSATION_EVENTS)
  async onBatch(@Payload() batch: Batch): Promise<void> {
    await this.projector.handle(batch);
  }
}
