import { Controller } from '@nestjs/common';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Analytics } from '../reading/analytics';
import { AnalyticsService } from '../reading/analytics-service';
import { Handles } from './handles';
import { Key, Tenant } from './parameters';

@Controller()
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Handles('conversationAnalytics')
  ofConversation(@Key() key: ConversationKey): Promise<Analytics> {
    return this.analytics.ofConversation(key);
  }

  @Handles('analytics')
  ofTenant(@Tenant() tenant: string): Promise<Analytics> {
    return this.analytics.ofTenant(tenant);
  }
}
