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

/** Where a spreadsheet of another locale begins a new cell or line inside a text, and would run what follows. */
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n][\s"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Cells with a separator of another locale are quoted. */
export const OTHER_SEPARATORS = /[;\t]/;

/** A quote before formulas after a separator; the text's own start is covered by `escape_formulas`. */
export const escapeLaterFormulas = (value: string): string => value.replace(FORMULA_AFTER_SEPARATOR, "$1'$2");

/**
 * RFC 4180 in UTF-8 with a byte order mark and a line of headers: the columns' own, else the names of the first
 * line's cells. Texts that a spreadsheet would run get a leading quote, also after a separator of another locale. When the
 * reader disconnects, no further lines are read; when a line fails, so does the file.
 */
export function csvStream(lines: AsyncIterable<CsvLine>, columns?: readonly CsvColumn[]): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: OTHER_SEPARATORS,
    cast: {
      string: escapeLaterFormulas,
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
