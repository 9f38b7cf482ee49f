// The dispatch board: which part of the queue an open booking belongs to, and what is wrong with it, if anything.
import type { BookingStatus } from '../booking/index.ts';

/** In the order of the queue. `unpaid`: the trip is over and money is owed. */
export const boardGroups = [
  'unassigned',
  'late',
  'at_risk',
  'on_way',
  'on_trip',
  'upcoming',
  'unpaid',
] as const;
export type BoardGroup = (typeof boardGroups)[number];

/**
 * waiting_long: no driver has accepted for long, or the car is far for a rider who wants to leave now; pickup_late: later
 * than promised; not_planned: a later booking whose time is near has no planned driver; planned_late: the planned driver
 * would be late; driver_silent: the phone of the driver sends no position; rider_absent: the driver waits at the pickup;
 * drop_late: the trip takes much longer than estimated; cash_open: the driver has not confirmed the cash.
 */
export const boardRisks = [
  'waiting_long',
  'pickup_late',
  'not_planned',
  'planned_late',
  'driver_silent',
  'rider_absent',
  'drop_late',
  'cash_open',
] as const;
export type BoardRisk = (typeof boardRisks)[number];

/** Moments in ms since the epoch; null when unknown. */
export interface BoardFacts {
  status: BookingStatus;
  book_later: boolean;
  tripdate: number;
  booking_date: number;
  /** When the search for a driver starts. */
  dispatch_at: number;
  /** Of a later booking: when the planned driver could be at the pickup. */
  planned_at: number | null;
  /** Of a follow-on trip: the time promised to the rider. */
  pickup_promised_at: number | null;
  /** When the car is expected at the pickup, or at the drop once the trip has started. */
  expected_at: number | null;
  /** When the last position of the driver came in. */
  seen_at: number | null;
  driver_arrive_time: number | null;
  trip_start_time: number | null;
  trip_end_time: number | null;
  estimate_time_secs: number;
}

export interface BoardPlace {
  group: BoardGroup;
  risk: BoardRisk | null;
  /** The moment that the clock of the row counts from, or to when it is ahead; ms since the epoch. */
  since: number;
}

const MINUTE_MS = 60_000;
/** A rider who wants to leave now has waited for an acceptance this long. */
const LONG_WAIT_MS = 3 * MINUTE_MS;
/** From the request to the pickup, for a rider who wants to leave now. */
const LONG_PICKUP_MS = 15 * MINUTE_MS;
/** A promised pickup is late after this. */
const LATE_MS = 2 * MINUTE_MS;
/** A later booking without a planned driver is at risk from here on, and waits to be assigned. */
const PLAN_AHEAD_MS = 30 * MINUTE_MS;
/** The phone of a driver on duty is silent after this: positions come every few seconds, and a tunnel is shorter. */
export const SILENT_AFTER_MS = 90_000;
const ABSENT_MS = 5 * MINUTE_MS;
const CASH_MS = 10 * MINUTE_MS;
/** A trip is late when it takes this much longer than estimated, and at least this long. */
const DROP_SHARE = 0.5;
const DROP_LATE_MS = 10 * MINUTE_MS;

/** Null for a booking that is not on the board: not paid for yet, or over. */
export function placeOnBoard(facts: BoardFacts, now: number): BoardPlace | null {
  switch (facts.status) {
    case 'NEW':
      return isAhead(facts, now) ? placeOfUpcoming(facts, now) : placeOfSearching(facts, now);
    case 'ACCEPTED':
      return placeOfAccepted(facts, now);
    case 'ARRIVED':
      return placeOfArrived(facts, now);
    case 'STARTED':
      return placeOfStarted(facts, now);
    case 'REACHED':
      return placeOfReached(facts, now);
    case 'PENDING':
      return { group: 'unpaid', risk: null, since: facts.trip_end_time ?? facts.booking_date };
    case 'PAYMENT_PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return null;
  }
}

/** Without automatic dispatch a later booking waits for an admin from the beginning. */
const isAhead = ({ dispatch_at, book_later, tripdate }: BoardFacts, now: number): boolean =>
  dispatch_at > now || (book_later && tripdate - now > PLAN_AHEAD_MS);

function placeOfUpcoming({ tripdate, planned_at }: BoardFacts, now: number): BoardPlace {
  if (planned_at !== null && planned_at > tripdate + LATE_MS)
    return { group: 'at_risk', risk: 'planned_late', since: tripdate };
  if (planned_at === null && tripdate - now <= PLAN_AHEAD_MS)
    return { group: 'at_risk', risk: 'not_planned', since: tripdate };
  return { group: 'upcoming', risk: null, since: tripdate };
}

function placeOfSearching({ dispatch_at, book_later, tripdate }: BoardFacts, now: number): BoardPlace {
  const isLate = book_later ? now > tripdate : now - dispatch_at > LONG_WAIT_MS;
  const lateRisk = book_later ? 'pickup_late' : 'waiting_long';
  return {
    group: 'unassigned',
    risk: isLate ? lateRisk : null,
    since: book_later ? tripdate : dispatch_at,
  };
}

/** What the rider was promised; null for a rider who wants to leave now. */
const promisedAt = ({ book_later, tripdate, pickup_promised_at }: BoardFacts): number | null =>
  book_later ? tripdate : pickup_promised_at;

const isSilent = ({ seen_at }: BoardFacts, now: number): boolean =>
  seen_at === null || now - seen_at > SILENT_AFTER_MS;

function placeOfAccepted(facts: BoardFacts, now: number): BoardPlace {
  const { dispatch_at, expected_at } = facts;
  const promised = promisedAt(facts);
  const due = promised === null ? dispatch_at + LONG_PICKUP_MS : promised + LATE_MS;
  const risk = promised === null ? 'waiting_long' : 'pickup_late';
  const since = promised ?? dispatch_at;
  if (now > due) return { group: 'late', risk, since };
  if (expected_at !== null && expected_at > due) return { group: 'at_risk', risk, since };
  // Days before a later booking its driver need not send a position.
  if (now >= dispatch_at && isSilent(facts, now)) return { group: 'at_risk', risk: 'driver_silent', since };
  return { group: now < dispatch_at ? 'upcoming' : 'on_way', risk: null, since };
}

/** A later booking's rider is awaited from its time on. */
function placeOfArrived(facts: BoardFacts, now: number): BoardPlace {
  const arrived = facts.driver_arrive_time ?? now;
  const since = facts.book_later ? Math.max(arrived, facts.tripdate) : arrived;
  const isAbsent = now - since > ABSENT_MS;
  return { group: isAbsent ? 'at_risk' : 'on_way', risk: isAbsent ? 'rider_absent' : null, since };
}

function placeOfStarted(facts: BoardFacts, now: number): BoardPlace {
  // Every started trip has its start; the moment before it is fixed too, so that waiting cannot make a trip less late.
  const since = facts.trip_start_time ?? facts.driver_arrive_time ?? facts.dispatch_at;
  const estimateMs = facts.estimate_time_secs * 1000;
  const due = since + estimateMs + Math.max(DROP_LATE_MS, DROP_SHARE * estimateMs);
  if (now > due) return { group: 'late', risk: 'drop_late', since };
  if (isSilent(facts, now)) return { group: 'at_risk', risk: 'driver_silent', since };
  if (facts.expected_at !== null && facts.expected_at > due)
    return { group: 'at_risk', risk: 'drop_late', since };
  return { group: 'on_trip', risk: null, since };
}

function placeOfReached(facts: BoardFacts, now: number): BoardPlace {
  const since = facts.trip_end_time ?? now;
  const isOpen = now - since > CASH_MS;
  return { group: isOpen ? 'at_risk' : 'on_trip', risk: isOpen ? 'cash_open' : null, since };
}

/** The groups in their order, and in each the row that was due first. */
export function compareOnBoard(one: BoardPlace, other: BoardPlace): number {
  return (
    boardGroups.indexOf(one.group) - boardGroups.indexOf(other.group) ||
    Number(other.risk !== null) - Number(one.risk !== null) ||
    one.since - other.since
  );
}
