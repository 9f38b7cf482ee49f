// "The trip reached its drop": computes the final amounts, saves the drop as a recent address and settles the trip. An
// admin ends a trip whose driver does not, at the last known position of the car.
import { missingPhoto } from '@kerb/domain/booking';
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, recordSecurity, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishFareReview } from '../booking.events.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { decide, lockBooking, takeStep } from '../step/booking-step.ts';
import { lastPlaceOfTrip, placeOfStep, readDriverPlace } from '../step/driver-place.ts';
import { type ReportedStep, reportedStepTime } from '../step/reported-time.ts';
import { settleReached } from '../step/settle-trip.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingPatch, BookingRecord, NewFareReview } from '../store/booking.tables.ts';
import { fareReviewRepository } from '../store/fare-review.repository.ts';
import { trailRepository } from '../store/trail.repository.ts';
import {
  chargedSince,
  finalAmounts,
  measureDriven,
  readTripRecord,
  secondsSince,
  type TripEnd,
} from './final-fare.ts';

interface Arrival {
  place: LatLng;
  at: number;
  /** Start of the charged time, ms since the epoch. */
  since: number;
  drop: AddressedPoint;
  amounts: BookingPatch;
  /** The review for an admin to decide; null for a fare within the tolerance. */
  review: NewFareReview | null;
}

export function createReachDrop(deps: BookingDeps) {
  const { db, withTx, identity, maps, settings } = deps;

  /** The address of the driver's position; the booked address at the booked drop, and when the map service fails. */
  async function addressOf(place: LatLng, { drop_point: booked }: BookingRecord): Promise<string> {
    if (place.lat === booked.lat && place.lng === booked.lng) return booked.add;
    return maps.reverse(place).catch(() => booked.add);
  }

  async function reportedPlace(
    booking: BookingRecord,
    { location, at: reportedAt }: ReportedStep,
  ): Promise<TripEnd> {
    const at = reportedStepTime(deps, reportedAt, booking.trip_start_time);
    const place = await placeOfStep(deps, db, booking, { location, at, expected: booking.drop_point });
    if (!place) throw new DomainError('location_fetch_error');
    return { place, at };
  }

  /**
   * Reads the address and measures the trip before any row lock, because this is slow. A delivery's drop and price do
   * not change.
   */
  async function measure(actor: Actor, id: string, reported: ReportedStep): Promise<Arrival> {
    const booking = await bookingRepository(db).find(id);
    if (!booking) throw new DomainError('not_found');
    const viewer = permit(bookingPolicy.reachBooking, viewerOf(booking, actor));
    decide(booking, 'reach', viewer);
    const current = await settings.get();
    const isByDriver = viewer === 'driver';
    if (isByDriver && missingPhoto('reach', booking, current)) throw new DomainError('photo_required');
    await readDriverPlace(deps, booking.driver ?? actor.uid);
    const end = isByDriver
      ? await reportedPlace(booking, reported)
      : await lastPlaceOfTrip(deps, db, booking, booking.trip_start_time ?? deps.clock.now());
    const { place, at } = end;
    const record = await readTripRecord(deps, booking);
    const since = chargedSince(record, booking, end);
    const time_secs = secondsSince(since, at);
    const ended = { trip_start_time: since, trip_end_time: at, total_trip_time: time_secs };
    if (booking.appcat === 'delivery') {
      const distance_km = booking.estimate_distance_km;
      const amounts = { ...ended, distance_km };
      return { place, at, since, drop: booking.drop_point, amounts, review: null };
    }
    const [measured, add] = await Promise.all([
      measureDriven(deps, record, { booking, since, end }),
      addressOf(place, booking),
    ]);
    const drop = { ...place, add };
    const { patch, review } = finalAmounts(
      booking,
      { distance_km: measured.km, time_secs },
      isByDriver ? current.fareTolerance : null,
    );
    const amounts = {
      ...ended,
      ...patch,
      drop_point: JSON.stringify(drop),
      meter_method: measured.method,
      driven_line: measured.line,
    };
    return { place, at, since, drop, amounts, review };
  }

  async function openReview(tx: Tx, booking: BookingRecord, review: NewFareReview): Promise<void> {
    await fareReviewRepository(tx).open(booking.id, review, deps.clock.now());
    await publishFareReview(tx, booking, 'opened');
  }

  async function finish(
    tx: Tx,
    { actor, hasLocation }: { actor: Actor; hasLocation: boolean },
    id: string,
    arrival: Arrival,
  ): Promise<BookingRecord> {
    const { booking, viewer } = await lockBooking(tx, id, actor, bookingPolicy.reachBooking);
    const to = decide(booking, 'reach', viewer);
    const reportedStart = booking.trip_start_time;
    if (reportedStart !== null && reportedStart < arrival.since)
      await trailRepository(tx).restate(id, { since: reportedStart, until: arrival.since }, 'ARRIVED');
    const reached = await takeStep(deps, tx, booking, {
      to,
      patch: arrival.amounts,
      place: arrival.place,
      at: arrival.at,
      by: hasLocation ? actor : undefined,
    });
    if (arrival.review !== null) await openReview(tx, reached, arrival.review);
    if (viewer === 'admin')
      recordSecurity(tx, { event: 'trip_ended_by_admin', booking: id, uid: reached.customer });
    await identity.rememberAddress(tx, reached.customer, arrival.drop, reached.pricing.convert_to_mile);
    return settleReached(deps, tx, reached);
  }

  return async function reachDrop(actor: Actor, id: string, reported: ReportedStep): Promise<BookingRecord> {
    const arrival = await measure(actor, id, reported);
    return withTx((tx) => finish(tx, { actor, hasLocation: reported.location !== undefined }, id, arrival));
  };
}
