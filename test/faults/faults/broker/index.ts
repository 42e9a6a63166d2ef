import type { Fault } from '../../contract';
import { brokersAway } from './away';
import { retentionPastPosition } from './retention-past-position';
import { topicRecreated } from './topic-recreated';

export const brokerFaults: readonly Fault[] = [...brokersAway, topicRecreated, retentionPastPosition];
