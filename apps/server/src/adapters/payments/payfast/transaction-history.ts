// Parses Payfast's transaction history, CSV rows that are the only way to find a payment by our own id.
// https://developers.payfast.co.za/api#transaction-history
import { PaymentUnavailableError } from '../../../ports/payments.ts';

/** Parses CSV rows, with quotes as in RFC 4180. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))[ \t]*(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) throw new PaymentUnavailableError('Payfast answered no CSV');
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  // The text ended with a comma, so an empty cell follows.
  return row.length === 0 ? rows : [...rows, [...row, '']];
}

export interface HistoryRow {
  readonly payment: string;
  readonly providerRef: string;
  /** Gross amount as decimal text. */
  readonly gross: string;
  readonly currency: string;
}

export interface HistoryPage {
  /** Number of rows of any kind. */
  readonly size: number;
  /** Rows of received money with one of our payment ids. */
  readonly received: readonly HistoryRow[];
}

/** Throws PaymentUnavailableError when the text is not a transaction history. */
export function readHistory(text: string): HistoryPage {
  const [names = [], ...rows] = parseCsv(text.trim()).filter((row) => row.length > 1);
  if (names.length === 0) return { size: 0, received: [] };
  const column = (name: string) => {
    const at = names.findIndex((other) => other.toLowerCase().replaceAll('_', ' ') === name);
    if (at === -1) throw new PaymentUnavailableError(`Payfast's history has no column ${name}`);
    return (row: string[]) => row[at] ?? '';
  };
  const type = column('type');
  const gross = column('gross');
  const currency = column('currency');
  const payment = column('m payment id');
  const providerRef = column('pf payment id');
  const received = rows
    .filter((row) => type(row) === 'FUNDS_RECEIVED' && payment(row) !== '' && providerRef(row) !== '')
    .map((row) => ({
      payment: payment(row),
      providerRef: providerRef(row),
      gross: gross(row).replaceAll(',', ''),
      currency: currency(row),
    }));
  return { size: rows.length, received };
}
