type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'cyan';
/** Puts a colour around a text, or gives it as it is. */
export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, green: 32, yellow: 33, cyan: 36 };

export const coloured: Paint = (style, text) => `\u001B[${codes[style]}m${text}\u001B[0m`;
export const plain: Paint = (_style, text) => text;
