// Fake clock for tests, which changes only when a test advances or sets it.

export interface FakeClock {
  /** ms since the epoch */
  now(): number;
  /** Advances the clock by this many ms. */
  advance(ms: number): void;
  /** Sets the clock to a time in ms since the epoch. */
  set(at: number): void;
}

/** Friday 1 May 2026, 12:00 in Montevideo. */
export const SOME_NOON = Date.UTC(2026, 4, 1, 15);

export function fakeClock(start: number = SOME_NOON): FakeClock {
  let at = start;
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
    set(moment) {
      at = moment;
    },
  };
}
