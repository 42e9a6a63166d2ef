/** `12,345`; at most three decimals. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}

/** US dollars: cents, and up to four decimals where they say more. */
export function moneyText(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.0001) return value < 0 ? '> -$0.0001' : '< $0.0001';
  return value.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: size < 1 ? 4 : 2,
  });
}

/** A ratio such as 0.368 as `37%`; with one decimal below ten percent. */
export function percentText(ratio: number): string {
  const percent = ratio * 100;
  return `${percent.toLocaleString('en-US', { maximumFractionDigits: Math.abs(percent) < 10 ? 1 : 0 })}%`;
}
