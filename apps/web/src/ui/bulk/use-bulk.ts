// React hook for the state of a bulk action, from its start to the list of failures.
import { ApiError, randomKey } from '@kerb/sdk/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isPassing } from '../../lib/network/is-passing.ts';
import { type BulkResult, runBulk } from './run-bulk.ts';

export interface BulkAction<Row> {
  /** Title of the dialog. */
  readonly title: string;
  readonly rows: readonly Row[];
  readonly act: (row: Row, idempotencyKey: string) => Promise<unknown>;
  /** Undoes the action on one row; omitted when that is not possible. */
  readonly undo?: (row: Row, idempotencyKey: string) => Promise<unknown>;
  /** Whether the action on a row can be undone; all rows by default. */
  readonly canUndo?: (row: Row) => boolean;
}

export interface BulkState<Row> {
  readonly action: BulkAction<Row>;
  readonly running: boolean;
  readonly result: BulkResult<Row>;
}

export interface Bulk<Row> {
  /** Null without an action. */
  readonly state: BulkState<Row> | null;
  readonly start: (action: BulkAction<Row>) => void;
  readonly stop: () => void;
  /**
   * Runs the action again on failed rows and on those not started. A row that may have been done is sent with the same
   * idempotency key.
   */
  readonly retry: () => void;
  /** Rows that were done and can be undone. */
  readonly undoable: readonly Row[];
  readonly undo: (title: string) => void;
  /** Returns the rows that were done. */
  readonly close: () => readonly Row[];
}

/** Whether the server rejected the row itself. Responses such as "the first attempt still runs" do not count. */
const isRefusal = (problem: unknown) => problem instanceof ApiError && !isPassing(problem);

interface Run<Row> {
  readonly action: BulkAction<Row>;
  readonly keys: Map<Row, string>;
  /** Rows done by earlier attempts of the same action. */
  readonly done: readonly Row[];
}

/** `onEnd` runs after each attempt, to reload the table; it must be referentially stable (useCallback). */
export function useBulk<Row>(onEnd: () => void): Bulk<Row> {
  const [state, setState] = useState<BulkState<Row> | null>(null);
  const run = useRef<Run<Row> | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const attempt = useCallback(
    async (next: Run<Row>, rows: readonly Row[]) => {
      run.current = next;
      const stop = new AbortController();
      stopper.current = stop;
      const withEarlier = (result: BulkResult<Row>) => ({ ...result, done: [...next.done, ...result.done] });
      const show = (result: BulkResult<Row>, running: boolean) =>
        setState({ action: next.action, running, result: withEarlier(result) });
      show({ done: [], failed: [], left: rows }, true);
      const keyOf = (row: Row): string => {
        const key = next.keys.get(row) ?? randomKey();
        next.keys.set(row, key);
        return key;
      };
      const onProgress = (result: BulkResult<Row>) => show(result, true);
      const result = await runBulk({ rows, keyOf, act: next.action.act, onProgress, signal: stop.signal });
      show(result, false);
      onEnd();
    },
    [onEnd],
  );

  const { undo, canUndo = () => true } = state?.action ?? {};
  const undoable = undo && state ? state.result.done.filter(canUndo) : [];
  const begin = (action: BulkAction<Row>) => void attempt({ action, keys: new Map(), done: [] }, action.rows);
  return {
    state,
    start: begin,
    stop: () => stopper.current?.abort(),
    retry: () => {
      if (!state || !run.current) return;
      // The server would repeat a stored rejection for the same key, so rejected rows get a new one; an attempt without
      // a response is repeated with its key.
      for (const { row, problem } of state.result.failed)
        if (isRefusal(problem)) run.current.keys.delete(row);
      const rows = [...state.result.failed.map(({ row }) => row), ...state.result.left];
      void attempt({ ...run.current, done: state.result.done }, rows);
    },
    undoable,
    undo: (title) => {
      if (undo) begin({ title, rows: undoable, act: undo });
    },
    close: () => {
      setState(null);
      return state?.result.done ?? [];
    },
  };
}
