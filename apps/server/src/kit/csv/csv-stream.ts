// Streams rows as a CSV file for spreadsheets; memory use does not depend on the number of rows.
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** An amount in major units, written with a fixed number of decimals. */
export interface CsvMoney {
  amount: number;
  decimals: number;
}

export type CsvCell = string | number | boolean | CsvMoney | null;
export type CsvLine = Readonly<Record<string, CsvCell>>;

export interface CsvColumn {
  /** Name of the column's cell in a line. */
  key: string;
  header: string;
}

/** Numbers are written without the quote that escapes formulas, because they cannot run as one. */
const asNumber = (value: string) => ({ value, escape_formulas: false });

/**
 * Matches a formula after a separator, where a spreadsheet of another locale starts a new cell or line inside a text.
 */
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n][\s"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Separators of other locales; cells that contain one are quoted. */
export const OTHER_SEPARATORS = /[;\t]/;

/** Inserts a quote before formulas after a separator; `escape_formulas` covers the start of the text. */
export const escapeLaterFormulas = (value: string): string => value.replace(FORMULA_AFTER_SEPARATOR, "$1'$2");

/**
 * Writes RFC 4180 in UTF-8 with a byte order mark and a header line: the given columns, or the cell names of the first
 * line. Texts that a spreadsheet would run as a formula get a leading quote, also after a separator of another locale.
 * When the reader disconnects, no further lines are read; when reading a line fails, the stream fails.
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
