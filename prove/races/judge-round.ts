// Checks a round in which several drivers accepted the same bookings: one winner for each, and valid responses to the
// others.

export interface Attempt {
  readonly driver: string;
  readonly booking: string;
  readonly status: number;
  readonly code: string;
}

export interface Round {
  readonly attempts: readonly Attempt[];
  /** The drivers who are on duty. */
  readonly onDuty: ReadonlySet<string>;
  /** State after all attempts. */
  readonly bookings: readonly {
    readonly id: string;
    readonly status: string;
    readonly driver: string | null;
    readonly openOffers: number;
    readonly steps: number;
  }[];
  readonly busy: ReadonlySet<string>;
}

/** Valid responses to a driver who loses: another driver has the booking, or they are on another trip. */
const lost = ['409 booking_taken', '409 driver_busy'];

export function judgeRound({ attempts, onDuty, bookings, busy }: Round): string[] {
  const found: string[] = [];
  const wonBy = new Map<string, Set<string>>();
  for (const { driver, booking, status, code } of attempts) {
    if (status === 200) wonBy.set(driver, (wonBy.get(driver) ?? new Set()).add(booking));
    else if (onDuty.has(driver) && !lost.includes(`${status} ${code}`))
      found.push(`a driver who lost was answered ${status} ${code}`);
    if (!onDuty.has(driver) && status === 200) found.push('a driver off duty won');
  }
  for (const trips of wonBy.values())
    if (trips.size > 1) found.push(`a driver was given ${trips.size} trips`);
  for (const { id, status, driver, openOffers, steps } of bookings) {
    const winners = [...wonBy].filter(([, trips]) => trips.has(id)).map(([uid]) => uid);
    if (winners.length > 1) found.push(`${winners.length} drivers were answered that they have one booking`);
    if (winners.length === 0 && driver !== null) found.push('the winner was answered that they lost');
    if (winners.length === 1 && winners[0] !== driver)
      found.push('the booking has another driver than its winner');
    const free = attempts.filter(
      (attempt) => attempt.booking === id && onDuty.has(attempt.driver) && !wonBy.has(attempt.driver),
    );
    if (winners.length === 0 && free.length > 0)
      found.push('no driver won, though one who was free accepted an open booking');
    if ((status === 'ACCEPTED') !== (driver !== null))
      found.push(`a booking is ${status} with driver ${driver}`);
    if (driver !== null && !busy.has(driver)) found.push('a winner is not busy');
    if (driver !== null && openOffers > 0) found.push('an offer of a taken booking is open');
    if (steps !== (driver === null ? 0 : 1)) found.push(`${steps} events of one acceptance`);
  }
  for (const uid of busy) if (!wonBy.has(uid)) found.push('a driver who lost is busy');
  return found;
}
