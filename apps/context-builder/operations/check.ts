import { z } from 'zod';

const statuses = ['ok', 'warning', 'problem'] as const;

export const checkSchema = z.object({
  check: z.string().describe('The name of the check; never renamed: scripts look for it.'),
  status: z
    .enum(statuses)
    .describe('A problem keeps something from working or being safe; a warning is to be looked at.'),
  detail: z.string().describe('What was found, in a sentence.'),
  remedy: z.string().optional().describe('What to do, unless all is well.'),
});

/** `GET /v1/doctor`; `status` is the worst of the checks'. */
export const doctorSchema = z.object({
  status: z.enum(statuses).describe('The worst of the checks.'),
  checks: z.array(checkSchema).describe('Every check, whatever it found.'),
});

export type Check = z.output<typeof checkSchema>;
export type Diagnosis = z.output<typeof doctorSchema>;

export function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail };
}

export function warning(check: string, detail: string, remedy: string): Check {
  return { check, status: 'warning', detail, remedy };
}

export function problem(check: string, detail: string, remedy: string): Check {
  return { check, status: 'problem', detail, remedy };
}

export function diagnosis(checks: readonly Check[]): Diagnosis {
  const worst = (['problem', 'warning'] as const).find((each) =>
    checks.some(({ status }) => status === each),
  );
  return { status: worst ?? 'ok', checks: [...checks] };
}
