// The state of one action on many rows, from its start to the account of what failed.
import { ApiError } from '@kerb/sdk/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isPassing } from '../../lib/network/is-passing.ts';
import { type BulkResult, runBulk } from './run-bulk.ts';

export interface BulkAction<Row> {
  /** What is being done, as the title of the dialog. */
  readonly title: string;
  readonly rows: readonly Row[];
  readonly act: (row: Row, idempotencyKey: string) => Promise<unknown>;
  /** Puts one row back to how it was; left out where that is not possible. */
  readonly undo?: (row: Row, idempotencyKey: string) => Promise<unknown>;
  /** Which rows can be put back; all of them when it is left out. */
  readonly canUndo?: (row: Row) => boolean;
}

export interface BulkState<Row> {
  readonly action: BulkAction<Row>;
  readonly running: boolean;
  readonly result: BulkResult<Row>;
}

export interface Bulk<Row> {
  /** Null when there is no action. */
  readonly state: BulkState<Row> | null;
  readonly start: (action: BulkAction<Row>) => void;
  readonly stop: () => void;
  /** The failed rows and those that were not begun. A row that may have been done keeps its key. */
  readonly retry: () => void;
  /** The rows that were done and can be put back. */
  readonly undoable: readonly Row[];
  readonly undo: (title: string) => void;
  /** Answers the rows that were done. */
  readonly close: () => readonly Row[];
}

/** An answer that says nothing about the row, such as that its first attempt still runs, is no refusal. */
const isRefusal = (problem: unknown) => problem instanceof ApiError && !isPassing(problem);

interface Run<Row> {
  readonly action: BulkAction<Row>;
  readonly keys: Map<Row, string>;
  /** What earlier attempts of the same action have done. */
  readonly done: readonly Row[];
}

/** `onEnd` runs after each attempt, to read the table again; by useCallback. */
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
        const key = next.keys.get(row) ?? crypto.randomUUID();
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
      // A stored refusal would be repeated under its key; an attempt without an answer keeps its own.
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
