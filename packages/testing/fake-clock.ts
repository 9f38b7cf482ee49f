// A clock that stands still until a test moves it.

export interface FakeClock {
  /** ms since the epoch */
  now(): number;
  /** Moves on by so many ms. */
  advance(ms: number): void;
  /** Jumps to a moment, ms since the epoch. */
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
