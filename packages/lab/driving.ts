// Simulates what drivers do between offers: cruise, drive to the pickup, drive the trip, end their shift.
import { quoteFare } from '@kerb/domain/fare';
import type { LatLng } from '@kerb/domain/geo';
import { km, MS_PER_MINUTE, MS_PER_SECOND, seconds } from '@kerb/domain/kernel';
import { BOARDING_SECS } from './demand.ts';
import type { EventKind, LabEvent } from './event-log.ts';
import type { LabDeps } from './lab-run.ts';
import { createRandom } from './random.ts';
import { type LabBooking, type LabCar, type Leg, positionOf, standing } from './world.ts';

/** Idle time after which a driver drives to another place. */
const STAND_MS = 6 * MS_PER_MINUTE;
const BUSY_PLACES = 0.5;
/** Amounts in pesos, as in the demonstration; only their ratios matter here. */
const tariff = {
  base_fare: 60,
  rate_per_unit_distance: 32,
  rate_per_hour: 300,
  min_fare: 120,
  convenience_fees: 0,
  convenience_fee_type: 'flat' as const,
};

export type Driving = ReturnType<typeof createDriving>;

export function createDriving({ queue, log, travel, trace, city, isParked = false }: LabDeps) {
  const record = (
    kind: EventKind,
    car: LabCar,
    booking: LabBooking | null,
    drive: LabEvent['drive'] = null,
  ) => log.add({ at: queue.now(), kind, booking: booking?.request.id ?? null, driver: car.plan.id, drive });

  /** Starts a drive and returns it with its actual end. `key` selects the random noise of the drive. */
  function drive(
    car: LabCar,
    to: LatLng,
    key: string,
    purpose: 'cruise' | 'pickup' | 'trip',
    booking: LabBooking | null,
  ): Leg {
    const now = queue.now();
    const from = positionOf(car, now, travel);
    const routerSecs = routerSecsOf(from, to);
    const secs = trace.traffic.secondsOf({ from, to, routerSecs, at: now, key });
    const leg = { from, to, start: now, end: Math.round(now + secs * MS_PER_SECOND), routerSecs };
    car.leg = leg;
    record('drive', car, booking, { from, to, until: leg.end, purpose });
    return leg;
  }

  /** Falls back to a slow estimate from the distance where the router finds no route. */
  const routerSecsOf = (from: LatLng, to: LatLng): number =>
    travel.secondsTo(to, [from], queue.now())[0] ?? travel.kmBetween(from, to) * 180;

  function beginShift(car: LabCar): void {
    car.onDutyFrom = queue.now();
    record('on_duty', car, null);
    becomeIdle(car);
    queue.at(car.plan.until, () => {
      if (car.state === 'idle') endShift(car);
    });
  }

  function endShift(car: LabCar): void {
    if (car.state === 'idle') car.idleMs += queue.now() - car.idleSince;
    car.leg = standing(positionOf(car, queue.now(), travel), queue.now());
    car.state = 'gone';
    car.onDutyUntil = queue.now();
    record('off_duty', car, null);
  }

  function becomeIdle(car: LabCar): void {
    car.state = 'idle';
    car.booking = null;
    car.idleSince = queue.now();
    car.leg = standing(positionOf(car, queue.now(), travel), queue.now());
    if (queue.now() >= car.plan.until) endShift(car);
    else cruiseLater(car);
  }

  function cruiseLater(car: LabCar): void {
    if (isParked) return;
    car.cruise += 1;
    const { cruise } = car;
    queue.at(Math.max(queue.now(), car.leg.end) + STAND_MS, () => {
      if (car.state !== 'idle' || car.cruise !== cruise || queue.now() >= trace.until) return;
      const name = `${car.plan.id} ${Math.round(queue.now() / MS_PER_MINUTE)}`;
      const place = city.randomAddress(createRandom(`${trace.seed}/cruise/${name}`), BUSY_PLACES);
      drive(car, place, `cruise ${name}`, 'cruise', null);
      cruiseLater(car);
    });
  }

  function startPickup(car: LabCar, booking: LabBooking): void {
    const now = queue.now();
    if (car.state === 'idle') car.idleMs += now - car.idleSince;
    car.state = 'to_pickup';
    car.booking = booking;
    const { request } = booking;
    const leg = drive(car, request.pickup, `pickup ${request.id} ${car.plan.id}`, 'pickup', booking);
    booking.pickupSecs += (leg.end - leg.start) / MS_PER_SECOND;
    booking.pickupKm += travel.kmBetween(leg.from, leg.to);
    // A later booking is not picked up before its time.
    queue.at(Math.max(leg.end, request.tripdate ?? 0), () => {
      if (car.booking === booking && booking.status === 'ACCEPTED' && car.leg === leg)
        startTrip(car, booking);
    });
  }

  function startTrip(car: LabCar, booking: LabBooking): void {
    const { request } = booking;
    car.state = 'on_trip';
    booking.status = 'STARTED';
    booking.pickedUpAt = queue.now();
    record('picked_up', car, booking);
    const leg = drive(car, request.drop, `trip ${request.id}`, 'trip', booking);
    leg.end += BOARDING_SECS * MS_PER_SECOND;
    leg.routerSecs += BOARDING_SECS;
    queue.at(leg.end, () => endTrip(car, booking));
  }

  function endTrip(car: LabCar, booking: LabBooking): void {
    const { pickup, drop } = booking.request;
    booking.status = 'COMPLETE';
    car.trips += 1;
    car.earned += quoteFare({
      tariff,
      distance: km(travel.kmBetween(pickup, drop)),
      duration: seconds(routerSecsOf(pickup, drop)),
      convert_to_mile: false,
      decimals: 0,
    }).driver_share;
    record('completed', car, booking);
    const { next } = car;
    car.next = null;
    if (next) {
      car.booking = null;
      startPickup(car, next);
    } else becomeIdle(car);
  }

  /** Assigns the booking to the driver: at once, or after the driver's current trip. */
  function accept(car: LabCar, booking: LabBooking, disappears: boolean): void {
    booking.status = 'ACCEPTED';
    booking.driver = car;
    booking.acceptedAt = queue.now();
    record('accepted', car, booking);
    if (disappears) disappear(car, booking);
    else if (car.state === 'on_trip') car.next = booking;
    else startPickup(car, booking);
    const { at, tripdate = at } = booking.request;
    const cancelsAt = tripdate + booking.patience.toPickup * MS_PER_SECOND;
    queue.at(cancelsAt, () => cancelPickup(booking));
  }

  /** The driver accepts and then sends no positions; a current trip ends normally. */
  function disappear(car: LabCar, booking: LabBooking): void {
    record('disappeared', car, booking);
    if (car.state !== 'idle') {
      car.plan = { ...car.plan, until: queue.now() };
      return;
    }
    endShift(car);
  }

  /** The rider stops waiting for the driver and cancels. */
  function cancelPickup(booking: LabBooking): void {
    const car = booking.driver;
    if (booking.status !== 'ACCEPTED' || !car) return;
    booking.status = 'CANCELLED';
    record('cancelled_pickup', car, booking);
    if (car.next === booking) car.next = null;
    else if (car.booking === booking && car.state === 'to_pickup') becomeIdle(car);
  }

  return { beginShift, accept };
}
