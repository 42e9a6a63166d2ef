import { z } from 'zod';

const statuses = ['ok', 'warning', 'problem'] as const;

export const checkSchema = z.object({
  /** Never renamed: scripts look for it. */
  check: z.string(),
  /** A problem keeps something from working or being safe; a warning is to be looked at. */
  status: z.enum(statuses),
  detail: z.string(),
  /** What to do, unless all is well. */
  remedy: z.string().optional(),
});

/** `GET /v1/doctor`; `status` is the worst of the checks'. */
export const doctorSchema = z.object({ status: z.enum(statuses), checks: z.array(checkSchema) });

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
