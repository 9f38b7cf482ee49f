// Writes reports as CSV for spreadsheets: amounts with the currency's decimals, and texts escaped against formulas.
import { stringify } from 'csv-stringify/sync';
import { escapeLaterFormulas, OTHER_SEPARATORS } from '../../kit/index.ts';

/** Marks a number as an amount in major units; other values are written as they are. */
export interface CsvAmount {
  amount: number;
}

export type CsvCell = string | number | CsvAmount;

/**
 * `columns` in order, by the field names of the specification. Begins with a byte order mark, which spreadsheets need
 * to detect UTF-8.
 */
export function writeCsv(
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
  decimals: number,
): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      bom: true,
      header: true,
      columns: [...columns],
      record_delimiter: 'windows',
      // Texts that begin like a formula are escaped, because a spreadsheet would evaluate them; numbers cannot be
      // formulas.
      escape_formulas: true,
      quoted_match: OTHER_SEPARATORS,
      cast: {
        string: escapeLaterFormulas,
        number: (value) => ({ value: String(value), escape_formulas: false }),
        object: (value) => ({
          value: 'amount' in value && typeof value.amount === 'number' ? value.amount.toFixed(decimals) : '',
          escape_formulas: false,
        }),
      },
    },
  );
}
