// The transition engine: locks a booking's row, checks the transition table, writes the new status and publishes the
// event.
import {
  type BookingFacts,
  type BookingStatus,
  nextStatus,
  occupiesDriver,
  type Party,
  type TransitionAction,
  waitsToSetOut,
} from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishSetOut } from '../booking.events.ts';
import { permit, type Viewer, viewerOf } from '../booking.policy.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingPatch, BookingRecord, BookingRequestRow } from '../store/booking.tables.ts';
import { offerRepository } from '../store/offer.repository.ts';
import { trailRepository } from '../store/trail.repository.ts';
import { carFields } from './car-fields.ts';

export interface LockedBooking<V extends Viewer = Viewer> {
  booking: BookingRecord;
  /** The offer this actor received for the booking, if any. */
  request: BookingRequestRow | undefined;
  viewer: V;
}

/** Locks the booking's row for this transaction. Throws `not_found` unless the policy line names the actor's role. */
export async function lockBooking<Line extends readonly Viewer[]>(
  tx: Tx,
  id: string,
  actor: Actor,
  line: Line,
): Promise<LockedBooking<Line[number]>> {
  const [booking, request] = await Promise.all([
    bookingRepository(tx).lock(id),
    offerRepository(tx).find(id, actor.uid),
  ]);
  if (!booking) throw new DomainError('not_found');
  return { booking, request, viewer: permit(line, viewerOf(booking, actor, request)) };
}

/** The status that the action leads to. Throws the transition table's error code. */
export function decide(
  booking: Pick<BookingRecord, 'status' | 'pickup_promised_at' | 'set_out_at'>,
  action: TransitionAction,
  party: Party,
  facts?: BookingFacts,
): BookingStatus {
  const next = nextStatus(booking.status, action, party, { ...facts, waits: waitsToSetOut(booking) });
  if (!next.ok) throw new DomainError(next.code, `${action} while ${booking.status}`);
  return next.to;
}

export interface Step {
  to: BookingStatus;
  patch?: Omit<BookingPatch, 'status'>;
  /** Position of the step, logged as a tracking entry of the new status. */
  place?: LatLng | undefined;
  /** Time of the step, ms since the epoch; now when absent. */
  at?: number;
  /** The driver who takes the step on a device that knows its location: it reports their position from now on. */
  by?: Actor | undefined;
}

/**
 * Moves a locked booking to its next status: writes status and patch, logs the place in the timeline, marks the
 * driver free when the new status no longer occupies them, or begins their follow-on trip, and publishes `booking.changed`.
 */
export async function takeStep(
  { fleet, ids, clock }: Pick<BookingDeps, 'fleet' | 'ids' | 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  { to, patch = {}, place, at: reportedAt, by }: Step,
): Promise<BookingRecord> {
  const trail = trailRepository(tx);
  const now = clock.now();

  async function logPlace(): Promise<void> {
    if (!place) return;
    const { lat, lng } = place;
    await trail.logStatus({
      id: ids.next(),
      booking: booking.id,
      at: reportedAt ?? now,
      status: to,
      lat,
      lng,
    });
  }
  async function freeDriver(): Promise<void> {
    // A booking for which the driver has not set out does not occupy them.
    const isOver = !waitsToSetOut(booking) && occupiesDriver(booking.status) && !occupiesDriver(to);
    if (booking.driver && isOver && !(await beginFollowOn(fleet, tx, booking.driver, now)))
      await fleet.setQueue(tx, booking.driver, false);
  }

  // Only after a step that was reported late do positions since its time have the previous status.
  const isLate = reportedAt !== undefined && reportedAt < now;
  const [changed] = await Promise.all([
    bookingRepository(tx).changeFrom(booking.id, booking.status, { ...patch, status: to }),
    logPlace(),
    isLate ? trail.restate(booking.id, { since: reportedAt }, to) : undefined,
    by ? fleet.reportingDevices.use(tx, by) : undefined,
    freeDriver(),
  ]);
  if (!changed) throw new DomainError('transition_not_allowed');
  await publishChanged(tx, changed, booking.status);
  return changed;
}

/** Makes the follow-on trip of a driver whose trip has ended the current one. False without one. */
async function beginFollowOn(
  fleet: Pick<BookingDeps['fleet'], 'findDriver'>,
  tx: Tx,
  driver: string,
  now: number,
): Promise<boolean> {
  const next = await bookingRepository(tx).lockFollowOnOf(driver);
  if (!next) return false;
  const record = await fleet.findDriver(tx, driver);
  const begun = await bookingRepository(tx).changeFrom(next.id, 'ACCEPTED', {
    // The car may have other plates, and the driver another fleet, than at the acceptance.
    ...(record && carFields(record)),
    follows: null,
    set_out_at: now,
  });
  if (!begun) return false;
  await publishChanged(tx, begun);
  await publishSetOut(tx, next.id);
  return true;
}
