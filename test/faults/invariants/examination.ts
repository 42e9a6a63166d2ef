import type { Finding } from '../contract';

/** Counts what is looked at, and keeps what does not hold. */
export class Examination {
  private checked = 0;
  private readonly problems: string[] = [];

  /** One thing was looked at; each of the sentences says what is wrong with it. */
  look(...problems: readonly (string | null)[]): void {
    this.checked += 1;
    for (const problem of problems) if (problem !== null) this.problems.push(problem);
  }

  /** Something that is no thing of its own. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.problems.push(otherwise);
  }

  finding(): Finding {
    return { checked: this.checked, problems: this.problems };
  }
}

/** As sentences name a conversation. */
export function named({
  tenant,
  conversation,
}: {
  readonly tenant: string;
  readonly conversation: string;
}): string {
  return `${tenant}/${conversation}`;
}
