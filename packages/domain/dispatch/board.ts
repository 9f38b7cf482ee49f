// Dispatch board: assigns each open booking to a group of the queue, and detects its problem, if any.
import { type BookingStatus, waitsToSetOut } from '../booking/index.ts';

/** Groups in the order of the queue. `unpaid`: the trip is over and an amount is due. */
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
 * waiting_long: no driver has accepted for a long time, or the car is far away from a rider with an immediate booking;
 * pickup_late: later than promised; not_planned: a later booking that is due soon has no planned driver; planned_late:
 * the planned driver would be late; not_set_out: the driver who accepted a later booking ahead is on another trip or off
 * duty when they should be free for it; driver_silent: the driver's phone sends no positions; rider_absent: the driver is
 * waiting at the pickup; drop_late: the trip takes much longer than estimated; cash_open: the driver has not confirmed
 * the cash payment.
 */
export const boardRisks = [
  'waiting_long',
  'pickup_late',
  'not_planned',
  'planned_late',
  'not_set_out',
  'driver_silent',
  'rider_absent',
  'drop_late',
  'cash_open',
] as const;
export type BoardRisk = (typeof boardRisks)[number];

/** Facts of a booking for the board. Times in ms since the epoch; null when unknown. */
export interface BoardFacts {
  status: BookingStatus;
  book_later: boolean;
  tripdate: number;
  booking_date: number;
  /** When the search for a driver starts. */
  dispatch_at: number;
  /** For a later booking: when the planned driver could be at the pickup. */
  planned_at: number | null;
  /** For a follow-on trip or a later booking accepted ahead: the pickup time promised to the rider. */
  pickup_promised_at: number | null;
  /** When the driver of such a booking set out. */
  set_out_at: number | null;
  /** Expected arrival at the pickup, or at the drop once the trip has started. */
  expected_at: number | null;
  /** When the server received the driver's last position. */
  seen_at: number | null;
  driver_arrive_time: number | null;
  trip_start_time: number | null;
  trip_end_time: number | null;
  estimate_time_secs: number;
}

/**
 * What the clock of a row counts. waiting: since the rider has been waiting for a car; pickup: until the pickup time that
 * was booked or promised, and how late it is afterwards; at_pickup: since the driver has been waiting at the pickup;
 * on_trip: since the trip started; unpaid: since the trip ended.
 */
export const boardClocks = ['waiting', 'pickup', 'at_pickup', 'on_trip', 'unpaid'] as const;
export type BoardClock = (typeof boardClocks)[number];

export interface BoardPlace {
  group: BoardGroup;
  risk: BoardRisk | null;
  clock: BoardClock;
  /** Time that the clock of the row counts up from, or down to when it is in the future; ms since the epoch. */
  since: number;
}

const MINUTE_MS = 60_000;
/** Waiting time without an acceptance after which an immediate booking has the risk waiting_long. */
const LONG_WAIT_MS = 3 * MINUTE_MS;
/** Maximum time from the request to the pickup of an immediate booking. */
const LONG_PICKUP_MS = 15 * MINUTE_MS;
/** Time after the promised pickup from which it counts as late. */
const LATE_MS = 2 * MINUTE_MS;
/** Time before a later booking from which it is at risk without a planned driver, and has to be assigned. */
export const PLAN_AHEAD_MS = 30 * MINUTE_MS;
/**
 * Time without a position after which the phone of a driver on duty counts as silent: positions arrive every few
 * seconds, and tunnels are shorter.
 */
export const SILENT_AFTER_MS = 90_000;
const ABSENT_MS = 5 * MINUTE_MS;
const CASH_MS = 10 * MINUTE_MS;
/** A trip is late when it exceeds its estimate by this share, and at least by the time below. */
const DROP_SHARE = 0.5;
const DROP_LATE_MS = 10 * MINUTE_MS;

/** Returns null for a booking that is not on the board: not paid yet, or over. */
export function placeOnBoard(facts: BoardFacts, now: number): BoardPlace | null {
  switch (facts.status) {
    case 'NEW':
      return isAheadOnBoard(facts, now) ? placeOfUpcoming(facts, now) : placeOfSearching(facts, now);
    case 'ACCEPTED':
      return placeOfAccepted(facts, now);
    case 'ARRIVED':
      return placeOfArrived(facts, now);
    case 'STARTED':
      return placeOfStarted(facts, now);
    case 'REACHED':
      return placeOfReached(facts, now);
    case 'PENDING':
      return {
        group: 'unpaid',
        risk: null,
        clock: 'unpaid',
        since: facts.trip_end_time ?? facts.booking_date,
      };
    case 'PAYMENT_PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return null;
  }
}

/**
 * The group of a booking of which only the status is known, and whether it is ahead: it counts as one without a problem.
 * Returns null for one that is not on the board.
 */
export function groupOfCounted(status: BookingStatus, isAhead: boolean): BoardGroup | null {
  switch (status) {
    case 'NEW':
      return isAhead ? 'upcoming' : 'unassigned';
    case 'ACCEPTED':
      return isAhead ? 'upcoming' : 'on_way';
    case 'ARRIVED':
      return 'on_way';
    case 'STARTED':
    case 'REACHED':
      return 'on_trip';
    case 'PENDING':
      return 'unpaid';
    case 'PAYMENT_PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return null;
  }
}

/**
 * Returns whether the booking is not due yet. Without automatic dispatch, a later booking waits for an admin from the
 * beginning, so the time of its trip decides.
 */
export const isAheadOnBoard = (
  { dispatch_at, book_later, tripdate }: Pick<BoardFacts, 'dispatch_at' | 'book_later' | 'tripdate'>,
  now: number,
): boolean => dispatch_at > now || (book_later && tripdate - now > PLAN_AHEAD_MS);

function placeOfUpcoming({ tripdate, planned_at }: BoardFacts, now: number): BoardPlace {
  if (planned_at !== null && planned_at > tripdate + LATE_MS)
    return { group: 'at_risk', risk: 'planned_late', clock: 'pickup', since: tripdate };
  if (planned_at === null && tripdate - now <= PLAN_AHEAD_MS)
    return { group: 'at_risk', risk: 'not_planned', clock: 'pickup', since: tripdate };
  return { group: 'upcoming', risk: null, clock: 'pickup', since: tripdate };
}

function placeOfSearching({ dispatch_at, book_later, tripdate }: BoardFacts, now: number): BoardPlace {
  const isLate = book_later ? now > tripdate : now - dispatch_at > LONG_WAIT_MS;
  const lateRisk = book_later ? 'pickup_late' : 'waiting_long';
  return {
    group: 'unassigned',
    risk: isLate ? lateRisk : null,
    clock: book_later ? 'pickup' : 'waiting',
    since: book_later ? tripdate : dispatch_at,
  };
}

/** Returns the pickup time promised to the rider; null for an immediate booking. */
const promisedAt = ({ book_later, tripdate, pickup_promised_at }: BoardFacts): number | null =>
  book_later ? tripdate : pickup_promised_at;

/** Returns whether the driver's phone has sent no position for so long that the last one says little about the car. */
export const isSilent = ({ seen_at }: Pick<BoardFacts, 'seen_at'>, now: number): boolean =>
  seen_at === null || now - seen_at > SILENT_AFTER_MS;

function placeOfAccepted(facts: BoardFacts, now: number): BoardPlace {
  const { dispatch_at, expected_at } = facts;
  const promised = promisedAt(facts);
  const due = promised === null ? dispatch_at + LONG_PICKUP_MS : promised + LATE_MS;
  const risk = promised === null ? 'waiting_long' : 'pickup_late';
  const clock = promised === null ? 'waiting' : 'pickup';
  const since = promised ?? dispatch_at;
  if (now > due) return { group: 'late', risk, clock, since };
  if (expected_at !== null && expected_at > due) return { group: 'at_risk', risk, clock, since };
  if (facts.book_later && now >= dispatch_at && waitsToSetOut(facts))
    return { group: 'at_risk', risk: 'not_set_out', clock, since };
  // The driver of a later booking need not send positions days before it.
  if (now >= dispatch_at && isSilent(facts, now))
    return { group: 'at_risk', risk: 'driver_silent', clock, since };
  return { group: now < dispatch_at ? 'upcoming' : 'on_way', risk: null, clock, since };
}

/** The rider of a later booking is expected from its scheduled time on. */
function placeOfArrived(facts: BoardFacts, now: number): BoardPlace {
  const arrived = facts.driver_arrive_time ?? now;
  const since = facts.book_later ? Math.max(arrived, facts.tripdate) : arrived;
  const isAbsent = now - since > ABSENT_MS;
  return {
    group: isAbsent ? 'at_risk' : 'on_way',
    risk: isAbsent ? 'rider_absent' : null,
    clock: since > now ? 'pickup' : 'at_pickup',
    since,
  };
}

function placeOfStarted(facts: BoardFacts, now: number): BoardPlace {
  // Every started trip has a start time; the fallbacks are fixed times too, so that a trip does not become less late
  // over time.
  const since = facts.trip_start_time ?? facts.driver_arrive_time ?? facts.dispatch_at;
  const estimateMs = facts.estimate_time_secs * 1000;
  const due = since + estimateMs + Math.max(DROP_LATE_MS, DROP_SHARE * estimateMs);
  if (now > due) return { group: 'late', risk: 'drop_late', clock: 'on_trip', since };
  if (isSilent(facts, now)) return { group: 'at_risk', risk: 'driver_silent', clock: 'on_trip', since };
  if (facts.expected_at !== null && facts.expected_at > due)
    return { group: 'at_risk', risk: 'drop_late', clock: 'on_trip', since };
  return { group: 'on_trip', risk: null, clock: 'on_trip', since };
}

function placeOfReached(facts: BoardFacts, now: number): BoardPlace {
  const since = facts.trip_end_time ?? now;
  const isOpen = now - since > CASH_MS;
  return {
    group: isOpen ? 'at_risk' : 'on_trip',
    risk: isOpen ? 'cash_open' : null,
    clock: 'unpaid',
    since,
  };
}

/** Sorts rows by group, within a group rows with a risk first, then by the earliest `since`. */
export function compareOnBoard(one: BoardPlace, other: BoardPlace): number {
  return (
    boardGroups.indexOf(one.group) - boardGroups.indexOf(other.group) ||
    Number(other.risk !== null) - Number(one.risk !== null) ||
    one.since - other.since
  );
}
