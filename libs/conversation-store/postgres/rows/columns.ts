import { fromColumn } from '../text-column';

/** A bigint column as a number: the driver gives text. Throws RangeError beyond 2^53, where digits would be lost. */
export function toNumber(column: string): number {
  const number = Number(column);
  if (!Number.isSafeInteger(number)) throw new RangeError(`a bigint column holds ${column}`);
  return number;
}

export function toNumberOrNull(column: string | null): number | null {
  return column === null ? null : toNumber(column);
}

export function toTextOrNull(column: string | null): string | null {
  return column === null ? null : fromColumn(column);
}

/** A code and its detail; null where there is no code. */
export function toProblem(
  code: string | null,
  detail: string | null,
): { readonly code: string; readonly detail: string } | null {
  return code === null ? null : { code: fromColumn(code), detail: fromColumn(detail ?? '') };
}
