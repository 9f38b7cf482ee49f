// Computes the visible columns: the chosen ones, else as many as fit.
import type { TableColumn } from './table-column.ts';

/** Maps a field to whether it is shown. Columns that are not listed follow their definition. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

type Fitted = Pick<TableColumn<never>, 'field' | 'width' | 'leaves' | 'optional'>;

/**
 * Returns the fields to show, in the order of the columns. `room` is the width of the table in px. Columns are hidden
 * by their `leaves`, highest first; a chosen column stays, so that the table may be wider than `room`. A width set by
 * the user replaces the column's own.
 */
export function fitColumns(
  columns: readonly Fitted[],
  choice: ColumnChoice,
  room: number,
  dragged: Readonly<Record<string, number>> = {},
): string[] {
  const widthOf = ({ field, width }: Fitted) => dragged[field] ?? width;
  const wanted = columns.filter((column) => choice[column.field] ?? !column.optional);
  const mayLeave = wanted
    .filter((column) => column.leaves !== undefined && choice[column.field] === undefined)
    .sort((a, b) => (b.leaves ?? 0) - (a.leaves ?? 0));
  let width = wanted.reduce((sum, column) => sum + widthOf(column), 0);
  const left = new Set<string>();
  for (const column of mayLeave) {
    if (width <= room) break;
    left.add(column.field);
    width -= widthOf(column);
  }
  return wanted.map((column) => column.field).filter((field) => !left.has(field));
}

/** Total width, in px, of the columns that are never hidden; with less, the table would scroll horizontally. */
export function minTotalWidth(columns: readonly Fitted[]): number {
  return columns
    .filter(({ leaves, optional }) => leaves === undefined && !optional)
    .reduce((sum, { width }) => sum + width, 0);
}
