// What was typed into the form of a credit, and whether it is enough to ask the server.

/** "1,250.50", "1250,5" and "1250.5" as people write them; empty means 0 (specification §5), nonsense is NaN. */
export function parseAmount(text: string): number {
  const digits = text.replaceAll(/[\s\u00a0]/g, '');
  if (digits === '') return 0;
  const lastComma = digits.lastIndexOf(',');
  const lastDot = digits.lastIndexOf('.');
  // The last sign parts the decimals, unless it can only group thousands.
  const at = Math.max(lastComma, lastDot);
  const both = lastComma >= 0 && lastDot >= 0;
  const isOneSign = at >= 0 && digits.indexOf(digits[at] ?? '') === at;
  const hasDecimals = at >= 0 && (both || isOneSign);
  const whole = (hasDecimals ? digits.slice(0, at) : digits).replaceAll(/[.,]/g, '');
  const fraction = hasDecimals ? digits.slice(at + 1) : '';
  if (!/^\d+$/.test(`${whole}${fraction}`)) return Number.NaN;
  return Number(fraction === '' ? whole : `${whole === '' ? '0' : whole}.${fraction}`);
}

/** More decimals than the currency has are no amount. */
export function isAmount(amount: number, decimals: number): boolean {
  if (!Number.isFinite(amount) || amount <= 0) return false;
  return Number(amount.toFixed(decimals)) === amount;
}
