// The clock as use cases see it, so that time can be set in tests and is never read behind a rule's back.

export interface Clock {
  /** Milliseconds since the epoch (UTC). */
  now(): number;
}
