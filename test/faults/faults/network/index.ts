import type { Fault } from '../../contract';
import { kafkaHalfOpen, postgresHalfOpen } from './half-open';
import { kafkaSlow, postgresSlow } from './slow';

export const networkFaults: readonly Fault[] = [postgresHalfOpen, kafkaHalfOpen, postgresSlow, kafkaSlow];
