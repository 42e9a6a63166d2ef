import type { EventLog, LogRecord, PartitionRange } from '@verbatim/event-log';

const AT_ONCE = 500;

/** What the log has of a partition, oldest first, in batches; `high` may be less than all. */
export async function* recordsOf(
  log: EventLog,
  { topic, partition, low, high }: PartitionRange,
): AsyncGenerator<readonly LogRecord[]> {
  for (let offset = low; offset < high;) {
    const records = await log.read({ topic, partition, offset }, AT_ONCE);
    const last = records.at(-1);
    if (!last) return;
    yield records.filter((record) => record.offset < high);
    offset = last.offset + 1;
  }
}

/** What an event is called and says, as far as a record tells; the rig's own reading of CloudEvents. */
export interface EventName {
  readonly tenant: string;
  readonly conversation: string;
  readonly id: string;
  /** What must be the same in two records of one event. */
  readonly body: readonly unknown[];
}

/** Null for a record that names no event. */
export function nameOfRecord({ value, headers }: Pick<LogRecord, 'value' | 'headers'>): EventName | null {
  const attributes = headers['ce_type'] === undefined ? structured(value) : binary(value, headers);
  if (attributes === null) return null;
  const { tenantid = 'default', subject, id, type, dataversion = 1, data = null } = attributes;
  if (typeof tenantid !== 'string' || typeof subject !== 'string' || typeof id !== 'string') return null;
  return { tenant: tenantid, conversation: subject, id, body: [type, Number(dataversion), data] };
}

type Attributes = Readonly<Record<string, unknown>>;

function structured(value: Buffer | null): Attributes | null {
  const event = json(value);
  return typeof event === 'object' && event !== null ? (event as Attributes) : null;
}

function binary(value: Buffer | null, headers: LogRecord['headers']): Attributes {
  const named = Object.entries(headers).filter(([name]) => name.startsWith('ce_'));
  return {
    ...Object.fromEntries(named.map(([name, text]) => [name.slice(3), text.toString()])),
    data: json(value),
  };
}

function json(value: Buffer | null): unknown {
  try {
    return JSON.parse(value?.toString() ?? '');
  } catch {
    return null;
  }
}
