// Counts that all servers of an installation share, such as the calls of a person in a minute.

export interface SpendRequest {
  /** Whose count and of what; every server uses the same text. */
  readonly key: string;
  readonly cost: number;
  /** The most that the count may reach in a window. */
  readonly max: number;
  /** A window begins with the first spending, ms. */
  readonly windowMs: number;
}

export interface SpendAnswer {
  /** False: nothing was counted, because the count would exceed its maximum. */
  readonly isAllowed: boolean;
  /** Until the window ends, ms. */
  readonly endsInMs: number;
}

export interface SharedCounts {
  /** Resolves soon in every case; null when the shared count cannot be had in time, so that each server counts for itself. */
  spend(request: SpendRequest): Promise<SpendAnswer | null>;
  /** Takes back what was spent in the same window. */
  refund(key: string, cost: number): void;
  start(): Promise<void>;
  close(): Promise<void>;
}
