/** What a cell holds decides how it is written: numbers to the right with separators, times relative. */
export type CellKind = 'text' | 'number' | 'time' | 'money' | 'flag';

/** One column of a table. */
export interface Column {
  /** In words, as a person says it: `Last updated`. */
  readonly heading: string;
  /** The member of a row, such as `maxContext.tokens`, or what gives it. */
  readonly value: string | ((row: unknown) => unknown);
  readonly kind: CellKind;
  /** Whether this column gives way first where the terminal is too narrow. */
  readonly shrinks: boolean;
}

type Value = Column['value'];

/** Text that is shown whole: ids, names, codes. */
export function text(heading: string, value: Value): Column {
  return { heading, value, kind: 'text', shrinks: false };
}

/** Text of any length, which is cut where the terminal ends. */
export function prose(heading: string, value: Value): Column {
  return { heading, value, kind: 'text', shrinks: true };
}

export function number(heading: string, value: Value): Column {
  return { heading, value, kind: 'number', shrinks: false };
}

/** An ISO 8601 time. */
export function time(heading: string, value: Value): Column {
  return { heading, value, kind: 'time', shrinks: false };
}

/** US dollars. */
export function money(heading: string, value: Value): Column {
  return { heading, value, kind: 'money', shrinks: false };
}

/** `yes` where it is true, nothing elsewhere. */
export function flag(heading: string, value: Value): Column {
  return { heading, value, kind: 'flag', shrinks: false };
}
