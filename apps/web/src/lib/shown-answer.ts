// What a screen shows of a cached query: the answer before stays until the next arrives, and outlives a failed reload.

/** What a query hook answers with, as far as a screen needs it. */
export interface QueryResult<Answer> {
  /** The newest answer, also to the question before. */
  readonly data?: Answer;
  /** The answer to this question. */
  readonly currentData?: Answer;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface ShownAnswer<Answer> {
  /** Null until the first is here, and where the answer to a new question could not be read. */
  readonly answer: Answer | null;
  /** Why the last reading failed: an ApiError; null when it did not. */
  readonly problem: unknown;
  readonly loading: boolean;
  /** Reads the same again. */
  readonly reload: () => void;
}

export function shownAnswer<Answer>(result: QueryResult<Answer>): ShownAnswer<Answer> {
  const { data, currentData, error, isFetching, refetch } = result;
  // After a failed request, the answer to the arguments before is not shown as the answer to these.
  const isOutdated = error !== undefined && currentData === undefined;
  return {
    answer: isOutdated ? null : (data ?? null),
    problem: error ?? null,
    loading: isFetching,
    reload: () => void refetch(),
  };
}
