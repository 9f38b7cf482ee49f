// Port of counters that all servers of an installation share, such as a user's calls per minute.

export interface SpendRequest {
  /** Identifies the counter; every server uses the same text. */
  readonly key: string;
  readonly cost: number;
  /** Maximum of the count within one window. */
  readonly max: number;
  /** Length of a window, which starts with the first spending, ms. */
  readonly windowMs: number;
}

export interface SpendAnswer {
  /** False when nothing was counted, because the count would exceed its maximum. */
  readonly isAllowed: boolean;
  /** Time until the window ends, ms. */
  readonly endsInMs: number;
}

export interface SharedCounts {
  /**
   * Adds to a count. Always resolves quickly; null when the shared count is not available in time, so that each server
   * counts by itself.
   */
  spend(request: SpendRequest): Promise<SpendAnswer | null>;
  /** Subtracts what was counted in the same window. */
  refund(key: string, cost: number): void;
  start(): Promise<void>;
  close(): Promise<void>;
}
