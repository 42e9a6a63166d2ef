import { setTimeout as sleep } from 'node:timers/promises';
import { CONTEXT_RECEIPTS, type EventLog } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import { openLog, type Evidence } from './evidence';
import { recordsOf } from './raw-log';

const PATIENCE_SECONDS = 60;
const LOOK_MS = 500;

interface Fed {
  readonly tenant: string;
  readonly call: string;
  /** Null where it was given no number. */
  readonly sequence: string | null;
}

/**
 * Receipts that who reads the topic would miss: it keeps the highest number of each shard in each partition, and takes what is
 * not above that for a repeat. None is missed where nothing is relayed.
 */
export async function notRelayed(
  evidence: Pick<Evidence, 'database' | 'kafka' | 'settings'>,
): Promise<string[]> {
  if (!isRelayed(evidence)) return [];
  const log = openLog(evidence);
  try {
    for (const end = Date.now() + PATIENCE_SECONDS * 1000; ; await sleep(LOOK_MS)) {
      const fed = await fedReceipts(evidence.database);
      const read = await readReceipts(log);
      const missing = fed.filter(
        ({ tenant, call, sequence }) => read.get(sequence ?? '') !== `${tenant}/${call}`,
      );
      if (missing.length === 0 || Date.now() > end) return missing.map(sentence);
    }
  } finally {
    await log.close();
  }
}

function isRelayed({ kafka, settings }: Pick<Evidence, 'kafka' | 'settings'>): boolean {
  const setting = settings['VERBATIM_RELAY_RECEIPTS'] ?? 'auto';
  return setting === 'on' || (setting === 'auto' && kafka !== null);
}

function fedReceipts(database: Database): Promise<Fed[]> {
  return database.query<Fed>(
    `SELECT tenant, call_id AS call, shard || '-' || number AS sequence
     FROM receipts LEFT JOIN receipt_feed USING (tenant, call_id)`,
  );
}

/** Calls (`tenant/call`) by their sequence, those apart that look like repeats. */
async function readReceipts(log: EventLog): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const range of await log.partitions(CONTEXT_RECEIPTS).catch(() => [])) {
    const highest = new Map<string, number>();
    for await (const records of recordsOf(log, range)) {
      for (const { value } of records) {
        const { id, sequence } = JSON.parse(value?.toString() ?? '') as { id: string; sequence: string };
        const [shard = '', number = ''] = sequence.split('-');
        if (Number(number) <= (highest.get(shard) ?? 0)) continue;
        highest.set(shard, Number(number));
        read.set(sequence, id);
      }
    }
  }
  return read;
}

function sentence({ tenant, call, sequence }: Fed): string {
  return `${tenant}: the receipt of call ${call}, ${sequence ?? 'without a number'}, is not in ${CONTEXT_RECEIPTS} in its order`;
}
