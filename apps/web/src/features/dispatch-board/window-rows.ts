// Which rows of a long list are to be drawn: those in its window, and a few on either side for the keyboard.

export interface RowWindow {
  /** Index of the first row, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Empty room above and below, px, so that the list is as long as all its rows. */
  readonly above: number;
  readonly below: number;
}

const spareRows = 6;

/** All in px but the number of rows; every row is as high as the others. */
export function windowRows(rows: number, rowHeight: number, scrolled: number, height: number): RowWindow {
  const seen = Math.ceil(height / rowHeight);
  const first = Math.min(Math.floor(Math.max(0, scrolled) / rowHeight), Math.max(0, rows - seen));
  const from = Math.max(0, first - spareRows);
  const to = Math.min(rows, first + seen + spareRows);
  return { from, to, above: from * rowHeight, below: (rows - to) * rowHeight };
}
