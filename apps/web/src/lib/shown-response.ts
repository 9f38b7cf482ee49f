// Derives what a screen shows from a cached query: the previous response stays until the next one arrives, and after a
// failed reload.

/** The part of a query hook's result that a screen needs. */
export interface QueryResult<Answer> {
  /** The latest response, possibly to the previous arguments. */
  readonly data?: Answer;
  /** The response to the current arguments. */
  readonly currentData?: Answer;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface ShownResponse<Answer> {
  /** Null until the first response has arrived, and when the request for new arguments has failed. */
  readonly answer: Answer | null;
  /** The error of the last request, an ApiError; null when it succeeded. */
  readonly problem: unknown;
  readonly loading: boolean;
  /** Whether `answer` belongs to the previous arguments, because the one to the current arguments is pending. */
  readonly isPrevious: boolean;
  /** Repeats the request. */
  readonly reload: () => void;
}

export function shownResponse<Answer>(result: QueryResult<Answer>): ShownResponse<Answer> {
  const { data, currentData, error, isFetching, refetch } = result;
  // After a failed request, the response to the previous arguments must not appear as the response to the current ones.
  const isOutdated = error !== undefined && currentData === undefined;
  const answer = isOutdated ? null : (data ?? null);
  return {
    answer,
    problem: error ?? null,
    loading: isFetching,
    isPrevious: answer !== null && currentData === undefined,
    reload: () => void refetch(),
  };
}
