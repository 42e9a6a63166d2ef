import { Controller } from '@nestjs/common';
import type { Diagnosis } from '../operations/check';
import { DoctorService } from '../operations/doctor-service';
import type { Lag } from '../operations/lag';
import { LagService } from '../operations/lag-service';
import { Handles } from './handles';
import { Tenant } from './parameters';

@Controller()
export class OperationsController {
  constructor(
    private readonly lags: LagService,
    private readonly doctor: DoctorService,
  ) {}

  @Handles('lag')
  lag(): Promise<Lag> {
    return this.lags.lag();
  }

  @Handles('doctor')
  diagnose(@Tenant() tenant: string): Promise<Diagnosis> {
    return this.doctor.diagnose(tenant);
  }
}
