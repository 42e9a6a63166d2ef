import type { ExpectedFate } from '../load/truth';
import { digestOf, placeOf, type Journaled, type Letter } from './kept-records';

type Kept<T> = ReadonlyMap<string, readonly T[]>;

/** Why a record did not become what it had to, or null. */
export function wrongFate(
  expected: ExpectedFate,
  journal: Kept<Journaled>,
  letters: Kept<Letter>,
): string | null {
  const { fate, code, place, id } = expected;
  const name = `the record ${id ?? ''} at ${place === null ? 'a place unknown' : placeOf(place)}`;
  const rows = [...journal.values()].flat().filter((row) => isMeant(expected, row));
  const found = lettersOf(expected, letters);
  const became = [
    ...rows.map((row) => `${row.status} ${row.code ?? ''}`.trim()),
    ...found.map((letter) => `${letter.kind} ${letter.code}`),
  ];
  const otherwise = `${name} was to be ${fate} ${code ?? ''} and is ${became.join(', ') || 'nowhere'}`;
  switch (fate) {
    case 'ignored':
    case 'refused':
    case 'parked': {
      const [row] = rows;
      const isSo = rows.length === 1 && row?.status === fate && (code === null || row.code === code);
      return isSo ? null : otherwise;
    }
    case 'duplicate':
      return found.length === 0 && !isJournaledAt(expected, journal) ? null : otherwise;
    case 'conflict':
    case 'unreadable': {
      const [letter] = found;
      const isSo = found.length === 1 && letter?.kind === fate && (code === null || letter.code === code);
      return isSo && !isJournaledAt(expected, journal) ? null : otherwise;
    }
  }
}

function isMeant({ place, tenant, conversation, id }: ExpectedFate, row: Journaled): boolean {
  if (place !== null) return placeOf(place) === placeOf(row);
  return tenant === row.tenant && conversation === row.conversation && id === row.event_id;
}

function isJournaledAt({ place }: ExpectedFate, journal: Kept<Journaled>): boolean {
  return place !== null && journal.has(placeOf(place));
}

/** One whose place nobody was told is found by its bytes. */
function lettersOf({ place, value }: ExpectedFate, letters: Kept<Letter>): readonly Letter[] {
  if (place !== null) return letters.get(placeOf(place)) ?? [];
  return [...letters.values()].flat().filter((letter) => letter.value === digestOf(value));
}
