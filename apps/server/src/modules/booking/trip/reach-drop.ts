// "The trip has reached its drop": the amounts become final, the drop is remembered, and the trip is settled.
import { missingPhoto } from '@kerb/domain/booking';
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingPatch, BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { settleReached } from '../money/settle-trip.ts';
import { placeOfStep } from './driver-place.ts';
import { distanceDriven, finalAmounts, paidSince, secondsSince } from './final-fare.ts';
import { trailRepository } from './trail.repository.ts';
import { type ToldByPhone, whenDone } from './when-done.ts';

interface Arrival {
  place: LatLng;
  at: number;
  /** From when the trip is paid for: its start, held to the pickup. */
  since: number;
  drop: AddressedPoint;
  amounts: BookingPatch;
}

export function createReachDrop(deps: BookingDeps) {
  const { db, withTx, identity, maps, settings } = deps;

  /** The address of where the driver stands; the booked one when the map has none. */
  const addressOf = (place: LatLng, booking: BookingRecord): Promise<string> =>
    maps.reverse(place).catch(() => booking.drop_point.add);

  /** Everything slow, before any row is held. A delivery keeps its drop and its price. */
  async function measure(actor: Actor, id: string, told: ToldByPhone): Promise<Arrival> {
    const booking = await bookingRepository(db).find(id);
    if (!booking) throw new DomainError('not_found');
    permit(bookingPolicy.reachBooking, viewerOf(booking, actor));
    decide(booking, 'reach', 'driver');
    if (missingPhoto('reach', booking, await settings.get())) throw new DomainError('photo_required');
    const at = whenDone(deps, told.at, booking.trip_start_time);
    const place = await placeOfStep(deps, db, booking, { location: told.location, at });
    if (!place) throw new DomainError('location_fetch_error');
    const since = await paidSince(deps, booking, { place, at });
    const time_secs = secondsSince(since, at);
    const ended = { trip_start_time: since, trip_end_time: at, total_trip_time: time_secs };
    if (booking.appcat === 'delivery') {
      const distance_km = booking.estimate_distance_km;
      return { place, at, since, drop: booking.drop_point, amounts: { ...ended, distance_km } };
    }
    const [distance_km, add] = await Promise.all([
      distanceDriven(deps, booking, since, { place, at }),
      addressOf(place, booking),
    ]);
    const drop = { ...place, add };
    const amounts = finalAmounts(booking, { distance_km, time_secs });
    return { place, at, since, drop, amounts: { ...ended, ...amounts, drop_point: JSON.stringify(drop) } };
  }

  async function finish(tx: Tx, actor: Actor, id: string, arrival: Arrival): Promise<BookingRecord> {
    const { booking } = await holdBooking(tx, id, actor, bookingPolicy.reachBooking);
    const to = decide(booking, 'reach', 'driver');
    const told = booking.trip_start_time;
    if (told !== null && told < arrival.since)
      await trailRepository(tx).restate(id, { since: told, until: arrival.since }, 'ARRIVED');
    const reached = await takeStep(deps, tx, booking, {
      to,
      patch: arrival.amounts,
      place: arrival.place,
      at: arrival.at,
    });
    await identity.rememberAddress(tx, reached.customer, arrival.drop, reached.pricing.convert_to_mile);
    return settleReached(deps, tx, reached);
  }

  return async (actor: Actor, id: string, told: ToldByPhone): Promise<BookingRecord> => {
    const arrival = await measure(actor, id, told);
    return withTx((tx) => finish(tx, actor, id, arrival));
  };
}
