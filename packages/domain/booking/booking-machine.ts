// Booking state machine: one table of status, action, next status and permitted parties (specification §4).
import type { AppCategory } from '../settings/index.ts';
import { type BookingStatus, bookingStatus } from './booking.schema.ts';

/**
 * Role of a user in one booking: its rider; its driver; a driver with an open offer; an admin; or the system (a payment
 * provider's confirmation, a deadline, the end of a trip).
 */
export const parties = ['rider', 'driver', 'requested_driver', 'admin', 'system'] as const;
export type Party = (typeof parties)[number];

export const transitionActions = [
  'confirm_payment',
  'assign',
  'accept',
  'decline',
  'give_back',
  'arrive',
  'start',
  'reach',
  'settle',
  'collect',
  'pay',
  'charge',
  'rate',
  'skip_rating',
  'auto_complete',
  'cancel',
] as const;
export type TransitionAction = (typeof transitionActions)[number];

/** Facts of a booking that select between two next statuses of an action. An absent fact is false. */
export interface BookingFacts {
  /** decline: no other driver has an open offer */
  lastRequestedDriver?: boolean;
  /** settle: the trip is fully paid */
  fullyPaid?: boolean;
  /** assign: dispatch assigns drivers automatically, so admins do not */
  autoDispatch?: boolean;
  /** the driver has not set out: they finish another trip first, or accepted a later trip ahead of its search */
  waits?: boolean;
}

export interface Transition {
  from: BookingStatus;
  action: TransitionAction;
  to: BookingStatus;
  who: readonly Party[];
  /** The transition exists only when these facts have these values. */
  when?: BookingFacts;
}

/**
 * Table of all legal transitions. A cash trip stays REACHED until the driver has collected the cash, which then frees
 * the driver. A trip with an amount due by card or wallet becomes PENDING, which frees the driver. A driver returns a
 * trip for which they have not set out to dispatch instead of cancelling it, and a dispatcher can take any trip back before it starts; in both
 * cases the search for a driver continues. No trip stays open because a person is gone: an admin ends a trip whose driver
 * does not, and charges what the rider does not pay to their wallet, so that the driver is paid.
 */
export const transitions: readonly Transition[] = [
  { from: 'PAYMENT_PENDING', action: 'confirm_payment', to: 'NEW', who: ['rider', 'system'] },
  { from: 'NEW', action: 'assign', to: 'NEW', who: ['admin'], when: { autoDispatch: false } },
  { from: 'NEW', action: 'accept', to: 'ACCEPTED', who: ['requested_driver'] },
  {
    from: 'NEW',
    action: 'decline',
    to: 'NEW',
    who: ['requested_driver'],
    when: { lastRequestedDriver: false },
  },
  {
    from: 'NEW',
    action: 'decline',
    to: 'CANCELLED',
    who: ['requested_driver'],
    when: { lastRequestedDriver: true },
  },
  {
    from: 'ACCEPTED',
    action: 'give_back',
    to: 'NEW',
    who: ['driver', 'admin', 'system'],
    when: { waits: true },
  },
  { from: 'ACCEPTED', action: 'give_back', to: 'NEW', who: ['admin', 'system'], when: { waits: false } },
  { from: 'ARRIVED', action: 'give_back', to: 'NEW', who: ['admin'] },
  { from: 'ACCEPTED', action: 'arrive', to: 'ARRIVED', who: ['driver'], when: { waits: false } },
  { from: 'ARRIVED', action: 'start', to: 'STARTED', who: ['driver'] },
  { from: 'STARTED', action: 'reach', to: 'REACHED', who: ['driver', 'admin'] },
  { from: 'REACHED', action: 'settle', to: 'PENDING', who: ['system'], when: { fullyPaid: false } },
  { from: 'REACHED', action: 'settle', to: 'PAID', who: ['system'], when: { fullyPaid: true } },
  { from: 'REACHED', action: 'collect', to: 'PAID', who: ['driver', 'admin'] },
  { from: 'PENDING', action: 'collect', to: 'PAID', who: ['driver', 'admin'] },
  { from: 'PENDING', action: 'pay', to: 'PAID', who: ['rider', 'system'] },
  { from: 'REACHED', action: 'charge', to: 'PAID', who: ['admin'] },
  { from: 'PENDING', action: 'charge', to: 'PAID', who: ['admin'] },
  { from: 'PAID', action: 'rate', to: 'COMPLETE', who: ['rider'] },
  { from: 'PAID', action: 'skip_rating', to: 'COMPLETE', who: ['rider'] },
  { from: 'PAID', action: 'auto_complete', to: 'COMPLETE', who: ['system'] },
  { from: 'PAYMENT_PENDING', action: 'cancel', to: 'CANCELLED', who: ['rider', 'admin', 'system'] },
  { from: 'NEW', action: 'cancel', to: 'CANCELLED', who: ['rider', 'admin', 'system'] },
  {
    from: 'ACCEPTED',
    action: 'cancel',
    to: 'CANCELLED',
    who: ['rider', 'driver', 'admin'],
    when: { waits: false },
  },
  { from: 'ACCEPTED', action: 'cancel', to: 'CANCELLED', who: ['rider', 'admin'], when: { waits: true } },
  { from: 'ARRIVED', action: 'cancel', to: 'CANCELLED', who: ['rider', 'driver', 'admin'] },
];

export type TransitionResult =
  | { ok: true; to: BookingStatus }
  | { ok: false; code: 'transition_not_allowed' | 'forbidden' };

const factNames = ['lastRequestedDriver', 'fullyPaid', 'autoDispatch', 'waits'] as const;

function holds(when: BookingFacts | undefined, facts: BookingFacts): boolean {
  return factNames.every((name) => when?.[name] === undefined || when[name] === (facts[name] ?? false));
}

/**
 * Returns the status that `action` by `party` leads to from `status`. Returns `transition_not_allowed` when no party
 * may take the action now, and `forbidden` when only another party may.
 */
export function nextStatus(
  status: BookingStatus,
  action: TransitionAction,
  party: Party,
  facts: BookingFacts = {},
): TransitionResult {
  const possible = transitions.filter(
    (row) => row.from === status && row.action === action && holds(row.when, facts),
  );
  const legal = possible.find((row) => row.who.includes(party));
  if (legal) return { ok: true, to: legal.to };
  return { ok: false, code: possible.length > 0 ? 'forbidden' : 'transition_not_allowed' };
}

/**
 * Returns the actions that a party may take, in the order of the table; without facts, every action that is possible
 * for some facts.
 */
export function allowedActions(
  status: BookingStatus,
  party: Party,
  facts?: BookingFacts,
): TransitionAction[] {
  const rows = transitions.filter(
    (row) => row.from === status && row.who.includes(party) && (!facts || holds(row.when, facts)),
  );
  return [...new Set(rows.map((row) => row.action))];
}

/**
 * Returns the first status of a booking: taxi bookings and bookings made by an admin start as NEW; a rider's delivery
 * must be paid first.
 */
export function initialStatus(appcat: AppCategory, booking_type_admin: boolean): BookingStatus {
  return appcat === 'taxi' || booking_type_admin ? 'NEW' : 'PAYMENT_PENDING';
}

/** Returns whether no further transition is possible. */
export function isTerminal(status: BookingStatus): boolean {
  return !transitions.some((row) => row.from === status);
}

/** Specification §4: everything except COMPLETE and CANCELLED. */
export const activeStatuses = bookingStatus.exclude(['COMPLETE', 'CANCELLED']).options;

export function isActive(status: BookingStatus): boolean {
  return activeStatuses.some((active) => active === status);
}

/** A driver's booking is tracked live while ACCEPTED, ARRIVED or STARTED. */
export const trackedStatuses = bookingStatus.extract(['ACCEPTED', 'ARRIVED', 'STARTED']).options;

export function isTrackedForDriver(status: BookingStatus): boolean {
  return trackedStatuses.some((tracked) => tracked === status);
}

/**
 * Statuses in which the trip occupies its driver (`queue` is true): from the acceptance until it is PENDING, PAID or
 * cancelled.
 */
export const busyStatuses = bookingStatus.extract(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']).options;

export function occupiesDriver(status: BookingStatus): boolean {
  return busyStatuses.some((busy) => busy === status);
}

/** Fields of a booking from which follows whether its driver has set out. */
export interface SetOut {
  /** Pickup time, ms since the epoch, that the rider was promised when the driver accepted; null when they set out at once. */
  pickup_promised_at: number | null;
  /** When the driver set out later than they accepted, ms since the epoch. */
  set_out_at: number | null;
}

/**
 * Whether the driver who accepted has not set out yet: they finish another trip first, or accepted a later booking
 * before its search began. Such a booking does not occupy them.
 */
export const waitsToSetOut = ({ pickup_promised_at, set_out_at }: SetOut): boolean =>
  pickup_promised_at !== null && set_out_at === null;

/**
 * Whether a later booking was accepted before its search began and waits for that time. `follows`: the trip that the
 * driver finishes first; null without one.
 */
export const isAcceptedAhead = ({
  status,
  follows,
  ...times
}: SetOut & { status: BookingStatus; follows: string | null }): boolean =>
  status === 'ACCEPTED' && follows === null && waitsToSetOut(times);

/**
 * The same as `waitsToSetOut`, for a booking as the API presents it. `acceptedAhead` is missing in bookings that devices
 * stored before the field existed.
 */
export const driverWaits = ({
  followOn,
  acceptedAhead = false,
}: {
  followOn: object | null;
  acceptedAhead?: boolean;
}): boolean => followOn !== null || acceptedAhead;

/** Statuses that count in earnings and on the dashboard. */
export const earningStatuses = bookingStatus.extract(['PAID', 'COMPLETE']).options;

/** Fields of a booking from which `partyOf` derives the role of a user. */
export interface BookingPeople {
  customer: string;
  driver: string | null;
  requestedDrivers: readonly string[];
}

/** Returns the role of a signed-in user in a booking; null without one, for which the API responds with 404. */
export function partyOf(booking: BookingPeople, person: { uid: string; usertype: string }): Party | null {
  if (booking.driver === person.uid) return 'driver';
  if (booking.requestedDrivers.includes(person.uid)) return 'requested_driver';
  if (booking.customer === person.uid) return 'rider';
  return person.usertype === 'admin' ? 'admin' : null;
}
