import { doctorSchema } from '../../operations/check';
import { lagSchema } from '../../operations/lag';
import { route } from '../route';

export const operationRoutes = {
  lag: route({
    method: 'GET',
    path: '/v1/lag',
    scope: 'admin',
    summary: 'Where the projectors stand in the log, partition by partition, and what the summarizers owe',
    answer: lagSchema,
    problems: ['log-unavailable'],
  }),
  doctor: route({
    method: 'GET',
    path: '/v1/doctor',
    scope: 'admin',
    summary: 'What is right and wrong with the installation, and what to do about it',
    answer: doctorSchema,
  }),
};
