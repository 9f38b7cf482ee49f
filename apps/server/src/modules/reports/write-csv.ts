// Reports as CSV for spreadsheets: amounts as plain numbers with the currency's decimals, and no text that is run.
import { stringify } from 'csv-stringify/sync';
import { escapeLaterFormulas, OTHER_SEPARATORS } from '../../kit/index.ts';

/** A number of major units; everything else is written as it is. */
export interface CsvAmount {
  amount: number;
}

export type CsvCell = string | number | CsvAmount;

/** `columns` in order, by the specification's field names. Begins with a byte order mark, as spreadsheets want it. */
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
      // A spreadsheet would run what begins like a formula; numbers cannot.
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
