// Port of the clock: use cases read the time through it, so that tests can set it.

export interface Clock {
  /** Milliseconds since the epoch (UTC). */
  now(): number;
}
