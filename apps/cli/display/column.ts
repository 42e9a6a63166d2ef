import type { Paint } from './style';

/** What a cell holds decides how it is written: numbers to the right with separators, times relative. */
export type CellKind = 'text' | 'number' | 'time' | 'money' | 'percent' | 'flag';

/** One column of a table. */
export interface Column {
  /** In words, as a person says it: `Last updated`. */
  readonly heading: string;
  /** The member of a row, such as `maxContext.tokens`, or what gives it. */
  readonly value: string | ((row: unknown) => unknown);
  readonly kind: CellKind;
  /** Whether this column gives way first where the terminal is too narrow. */
  readonly shrinks: boolean;
  /** The colour of a cell, by its text. */
  readonly paint?: (text: string) => Paint | undefined;
}

type Value = Column['value'];

const of =
  (kind: CellKind, shrinks = false) =>
  (heading: string, value: Value, paint?: Column['paint']): Column => ({
    heading,
    value,
    kind,
    shrinks,
    ...(paint && { paint }),
  });

/** Makes columns: `column.number('Messages', 'messages')`. */
export const column = {
  /** Text that is shown whole where there is room: ids, names, codes. */
  text: of('text'),
  /** Text of any length, which is cut first where the terminal ends. */
  prose: of('text', true),
  number: of('number'),
  /** An ISO 8601 time. */
  time: of('time'),
  /** US dollars. */
  money: of('money'),
  /** A ratio, such as 0.37. */
  percent: of('percent'),
  /** `yes` where it is true, nothing elsewhere. */
  flag: of('flag'),
};
