// React hook for the days that can be simulated and the runs; polled while a run is active.
import type { RouteAnswer, Routes, WhatIfRequest, WhatIfRun, WhatIfRunSummary } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

const POLL_MS = 2_000;

export type WhatIfDays = RouteAnswer<Routes['listWhatIfDays']>;

export interface WhatIfState {
  /** Null while loading. */
  readonly days: WhatIfDays | null;
  readonly runs: readonly WhatIfRunSummary[] | null;
  /** The displayed run: the chosen one, otherwise the newest; null while loading and without any run. */
  readonly run: WhatIfRun | null;
  /** Error of the last request; null after a success. */
  readonly problem: unknown;
  readonly reload: () => void;
  /** Starts a run. Rejects with an ApiError, and the form is unchanged then. */
  readonly start: (request: WhatIfRequest) => Promise<WhatIfRun>;
  readonly cancel: (id: string) => Promise<void>;
}

const isRunning = ({ status }: Pick<WhatIfRunSummary, 'status'>): boolean => status === 'running';

/** The runs, polled while one of them is running. */
function useRuns() {
  const state = answers.listWhatIfRuns.useQueryState();
  const pollingInterval = state.data?.items.some(isRunning) ? POLL_MS : 0;
  const { refetch } = answers.listWhatIfRuns.useQuerySubscription(undefined, { pollingInterval });
  return shownResponse({ ...state, refetch });
}

/** A run, polled while it is running. */
function useRun(id: string | null) {
  const args = id === null ? skipToken : { params: { id } };
  const state = answers.getWhatIfRun.useQueryState(args);
  const pollingInterval = state.currentData && isRunning(state.currentData) ? POLL_MS : 0;
  const { refetch } = answers.getWhatIfRun.useQuerySubscription(args, { pollingInterval });
  return { run: state.currentData ?? null, problem: state.error ?? null, refetch };
}

export function useWhatIf(chosen: string | null): WhatIfState {
  const days = shownResponse(answers.listWhatIfDays.useQuery());
  const runs = useRuns();
  const shownId = chosen ?? runs.answer?.items[0]?.id ?? null;
  const shown = useRun(shownId);
  const [startRun] = answers.startWhatIfRun.useMutation();
  const [cancelRun] = answers.cancelWhatIfRun.useMutation();
  return {
    days: days.answer,
    runs: runs.answer?.items ?? null,
    run: shown.run,
    problem: days.problem ?? runs.problem ?? shown.problem,
    reload() {
      days.reload();
      runs.reload();
      if (shownId !== null) void shown.refetch();
    },
    start: (request) => startRun({ body: request }).unwrap(),
    async cancel(id) {
      await cancelRun({ params: { id }, body: {} }).unwrap();
    },
  };
}
