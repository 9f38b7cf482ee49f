// The selected rows of a table: over all its pages, and for as long as the screen is open.
import { useMemo, useState } from 'react';

/** As many as one bulk action takes. */
export const maxSelected = 5000;

export interface RowSelection<Row> {
  /** By id, in the order in which they were selected. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Decides for each of the items whether it is selected; others stay as they are. */
  readonly selectOf: (items: readonly Row[], isSelected: (id: string) => boolean) => void;
  readonly toggle: (row: Row) => void;
  readonly clear: () => void;
}

/** `selected` with the decision about these items; what exceeds the largest selection is left out. */
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

/** `rowId` keeps its identity. */
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
