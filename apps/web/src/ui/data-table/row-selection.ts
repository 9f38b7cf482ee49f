// React hook for the selected rows of a table, across all pages, for as long as the screen is mounted.
import { useMemo, useState } from 'react';

/** Maximum number of rows of one bulk action. */
export const maxSelected = 5000;

export interface RowSelection<Row> {
  /** Selected rows by id, in the order of selection. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Sets for each of the items whether it is selected; the selection of other rows is unchanged. */
  readonly selectOf: (items: readonly Row[], isSelected: (id: string) => boolean) => void;
  readonly toggle: (row: Row) => void;
  readonly clear: () => void;
}

/** Returns `selected` updated for these items; rows beyond the maximum are left out. */
export function withSelected<Row>(
  selected: ReadonlyMap<string, Row>,
  items: readonly Row[],
  rowId: (row: Row) => string,
  isSelected: (id: string) => boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(selected);
  for (const row of items) {
    const id = rowId(row);
    if (!isSelected(id)) next.delete(id);
    else if (next.has(id) || next.size < maxSelected) next.set(id, row);
  }
  return next;
}

/** `rowId` must be referentially stable. */
export function useRowSelection<Row>(rowId: (row: Row) => string): RowSelection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(() => new Map());
  return useMemo(
    () => ({
      rows,
      selectOf: (items, isSelected) => setRows((before) => withSelected(before, items, rowId, isSelected)),
      toggle: (row) => setRows((before) => withSelected(before, [row], rowId, (id) => !before.has(id))),
      clear: () => setRows(new Map()),
    }),
    [rows, rowId],
  );
}
