// Rows as a CSV file for spreadsheets, written line by line as they are read: a long file takes no more memory than a short one.
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** A number of major units, written with so many digits after the point. */
export interface CsvMoney {
  amount: number;
  decimals: number;
}

export type CsvCell = string | number | boolean | CsvMoney | null;
export type CsvLine = Readonly<Record<string, CsvCell>>;

export interface CsvColumn {
  /** The name of its cell in a line. */
  key: string;
  header: string;
}

/** What a spreadsheet would take for a formula is harmless in a number: it has no leading quote. */
const asNumber = (value: string) => ({ value, escape_formulas: false });

/**
 * RFC 4180 in UTF-8 with a byte order mark and a line of headers: the columns' own, else the names of the first
 * line's cells. Texts that a spreadsheet would run get a leading quote. When whoever reads it goes away, the lines
 * are asked for no further; when a line fails, so does the file.
 */
export function csvStream(lines: AsyncIterable<CsvLine>, columns?: readonly CsvColumn[]): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      boolean: String,
      number: (value) => asNumber(String(value)),
      object: (value) =>
        asNumber(
          'amount' in value && 'decimals' in value
            ? Number(value.amount).toFixed(Number(value.decimals))
            : '',
        ),
    },
    ...(columns ? { columns: [...columns] } : {}),
  });
  return pipeline(Readable.from(lines), csv, () => undefined);
}
