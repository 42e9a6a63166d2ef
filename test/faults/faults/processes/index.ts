import type { Fault } from '../../contract';
import { clockAnHourOff } from './clock-an-hour-off';
import { embeddedPostgresOrphaned } from './embedded-postgres-orphaned';
import { killedAtEachStep } from './killed-at-each-step';
import { killedAtRandom } from './killed-at-random';
import { poolExhausted } from './pool-exhausted';
import { projectorFrozen } from './projector-frozen';
import { rebalanceStorm } from './rebalance-storm';
import { secondProjector } from './second-projector';
import { sigtermUnderLoad } from './sigterm-under-load';
import { twoVersionsAtOnce } from './two-versions-at-once';

/** What is done to the services' processes. */
export const processFaults: readonly Fault[] = [
  ...killedAtEachStep,
  ...killedAtRandom,
  projectorFrozen,
  rebalanceStorm,
  clockAnHourOff,
  twoVersionsAtOnce,
  sigtermUnderLoad,
  poolExhausted,
  embeddedPostgresOrphaned,
  secondProjector,
];
