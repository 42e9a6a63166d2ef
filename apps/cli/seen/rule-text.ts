/** Why something is hidden or shown otherwise, and the checkpoint or event that decided it. */
export function ruleText({
  detail,
  event,
}: {
  readonly detail: string;
  readonly event?: string | undefined;
}): string {
  return event === undefined ? detail : `${detail} (${event})`;
}
