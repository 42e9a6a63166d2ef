const BYTEA = 17;

/**
 * A `bytea[]` parameter in Postgres's binary form (`array_recv`): the driver would send it as text, twice as long. The
 * driver sends a Buffer as it is, so the statement must cast the parameter: `$1::bytea[]`.
 */
export function byteaArray(values: readonly (Buffer | null)[]): Buffer {
  if (values.length === 0) return integers(0, 0, BYTEA);
  const hasNull = values.includes(null) ? 1 : 0;
  const dimension = integers(1, hasNull, BYTEA, values.length, 1);
  return Buffer.concat([
    dimension,
    ...values.flatMap((value) => (value === null ? [integers(-1)] : [integers(value.length), value])),
  ]);
}

function integers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => buffer.writeInt32BE(value, 4 * index));
  return buffer;
}
