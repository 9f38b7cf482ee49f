// React hook for keyboard navigation in a grid: j and k move down and up, x selects. Enter is handled by the grid.
import type { GridApiCommon } from '@mui/x-data-grid';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useDeclareShortcuts } from '../../lib/shortcuts/declared-shortcuts.ts';
import { isOverlaid, type Shortcut, takesLetters } from '../../lib/shortcuts/shortcuts.ts';
import { singleKeysWork } from '../../lib/shortcuts/single-keys.ts';

interface RowKeys {
  readonly api: RefObject<GridApiCommon | null>;
  /** Ids of the rows shown, in their order. */
  readonly ids: readonly string[];
  /** The column to focus when no cell is focused. */
  readonly field: string | undefined;
  /** Null when rows cannot be selected. */
  readonly onSelect: ((id: string) => void) | null;
  /** Whether Enter opens the details of a row, which Esc closes. */
  readonly opens: boolean;
  readonly closes: boolean;
  readonly onMove: (id: string) => void;
}

/** Index of the row to which j or k moves; the first or last row when no row is focused. */
export function nextRow(count: number, at: number, by: 1 | -1): number {
  if (at < 0) return by === 1 ? 0 : count - 1;
  return Math.min(Math.max(at + by, 0), count - 1);
}

export function useRowKeys(keys: RowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const { opens, closes } = keys;
  const selects = keys.onSelect !== null;
  const declared = useMemo(() => {
    const shortcuts: Shortcut[] = ['row_next', 'row_previous'];
    if (selects) shortcuts.push('row_select');
    if (opens) shortcuts.push('row_open');
    if (closes) shortcuts.push('row_close');
    return shortcuts;
  }, [selects, opens, closes]);
  useDeclareShortcuts(declared);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { api, ids, field, onSelect, onMove } = latest.current;
      const grid = api.current;
      const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (
        grid === null ||
        isOther ||
        !singleKeysWork() ||
        takesLetters(document.activeElement) ||
        isOverlaid()
      )
        return;
      const focus = grid.state.focus.cell;
      const at = focus === null ? -1 : ids.indexOf(String(focus.id));
      const key = event.key.toLowerCase();
      if (key === 'x') {
        const id = ids[at];
        if (id !== undefined) onSelect?.(id);
        return;
      }
      if (key !== 'j' && key !== 'k') return;
      const id = ids[nextRow(ids.length, at, key === 'j' ? 1 : -1)];
      if (id === undefined || field === undefined) return;
      event.preventDefault();
      grid.setCellFocus(id, field);
      onMove(id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
