// One step in the life of a booking, taken inside a transaction: hold the row, ask the table, write, tell.
import {
  type BookingAction,
  type BookingFacts,
  type BookingStatus,
  keepsDriverBusy,
  nextStatus,
  type Party,
} from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { tellChanged } from './booking.events.ts';
import { permit, type Viewer, viewerOf } from './booking.policy.ts';
import { bookingRepository } from './booking.repository.ts';
import type { BookingPatch, BookingRecord, BookingRequestRow } from './booking.tables.ts';
import { requestRepository } from './requests/request.repository.ts';
import { trailRepository } from './trip/trail.repository.ts';

export interface HeldBooking<V extends Viewer = Viewer> {
  booking: BookingRecord;
  /** The actor's own request, if he was ever asked. */
  request: BookingRequestRow | undefined;
  viewer: V;
}

/** Holds the booking's row for this transaction, for somebody whom the policy line names; otherwise not_found. */
export async function holdBooking<Line extends readonly Viewer[]>(
  tx: Tx,
  id: string,
  actor: Actor,
  line: Line,
): Promise<HeldBooking<Line[number]>> {
  const booking = await bookingRepository(tx).lock(id);
  if (!booking) throw new DomainError('not_found');
  const request = await requestRepository(tx).find(id, actor.uid);
  return { booking, request, viewer: permit(line, viewerOf(booking, actor, request)) };
}

/** Where the action leads; throws the table's refusal. */
export function decide(
  booking: Pick<BookingRecord, 'status'>,
  action: BookingAction,
  party: Party,
  facts?: BookingFacts,
): BookingStatus {
  const next = nextStatus(booking.status, action, party, facts);
  if (!next.ok) throw new DomainError(next.code, `${action} while ${booking.status}`);
  return next.to;
}

export interface Step {
  to: BookingStatus;
  patch?: Omit<BookingPatch, 'status'>;
  /** Where it happened: logged as a tracking entry of the status reached. */
  place?: LatLng | undefined;
  /** When it happened, ms since the epoch; now when absent. */
  at?: number;
}

/**
 * Moves a held booking on: writes status and patch, logs the place, frees the driver when the trip no longer
 * keeps him, and tells everybody concerned.
 */
export async function takeStep(
  { fleet, ids, clock }: Pick<BookingDeps, 'fleet' | 'ids' | 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  { to, patch = {}, place, at = clock.now() }: Step,
): Promise<BookingRecord> {
  const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, {
    ...patch,
    status: to,
  });
  if (!changed) throw new DomainError('transition_not_allowed');
  if (place) {
    const { lat, lng } = place;
    const entry = { id: ids.next(), booking: booking.id, at, status: to, lat, lng };
    await trailRepository(tx).logStatus(entry);
  }
  if (at < clock.now()) await trailRepository(tx).restate(booking.id, { since: at }, to);
  if (booking.driver && keepsDriverBusy(booking.status) && !keepsDriverBusy(to))
    await fleet.setQueue(tx, booking.driver, false);
  await tellChanged(tx, changed, booking.status);
  return changed;
}
