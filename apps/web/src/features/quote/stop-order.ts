// Computes the new index of a dragged stop, and the resulting order.

/** The list with the item moved from index `from` to `to`; the same list when nothing moves. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** The vertical extent of a row, in px. */
export interface RowBox {
  readonly top: number;
  readonly height: number;
}

/**
 * New index of the row at `from` after dragging it by `by` px: it passes every row whose middle its leading edge has
 * crossed.
 */
export function placeAfterDrag(rows: readonly RowBox[], from: number, by: number): number {
  const own = rows[from];
  if (!own) return from;
  const edge = by > 0 ? own.top + own.height + by : own.top + by;
  const passed = rows.filter((row, index) => {
    const middle = row.top + row.height / 2;
    return by > 0 ? index > from && edge > middle : index < from && edge < middle;
  });
  return by > 0 ? from + passed.length : from - passed.length;
}

/** Offset of a row, in rows, while another row is dragged from one index to another: -1, 0 or 1. */
export function rowShift(index: number, from: number, to: number): -1 | 0 | 1 {
  if (from < index && index <= to) return -1;
  if (to <= index && index < from) return 1;
  return 0;
}
