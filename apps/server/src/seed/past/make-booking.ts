// Generates one past booking: the rider, the driver who accepts it, and how it ends.
import { type InstructionData, instructionData, type PaymentMode } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type {
  PastBooking,
  PastDriver,
  PastOffer,
  PastRecord,
  PastSurroundings,
} from '../../modules/booking/index.ts';
import type { DemoCarTypeKey } from '../demo-names.ts';
import type { Chance } from './chance.ts';
import { createChooseTrip, drivenMs } from './choose-trip.ts';
import type { CityPlace, CityTrip, CityTrips } from './city-trips.ts';
import type { DemandSpan } from './demand.ts';
import { createEndings } from './endings.ts';
import { createMakeTrip } from './make-trip.ts';
import { createFindDrivers, createMakeOffers } from './offers.ts';
import type { PastLedger } from './past-ledger.ts';
import { type DriverOfPast, driverOf, personOf, type RiderOfPast } from './past-people.ts';
import type { createPastPromos } from './past-promos.ts';
import type { createPastVehicles } from './past-vehicles.ts';
import { parcelNotes } from './words.ts';

export interface MakeBookingDeps {
  chance: Chance;
  span: DemandSpan;
  settings: Settings;
  carTypes: ReadonlyMap<DemoCarTypeKey, CarType>;
  city: CityTrips;
  riders: readonly RiderOfPast[];
  drivers: readonly DriverOfPast[];
  ledger: PastLedger;
  promos: ReturnType<typeof createPastPromos>;
  vehicles: Pick<ReturnType<typeof createPastVehicles>, 'drivenAt'>;
  admin: string;
  fleetadmin: string | null;
}

export interface MadeBooking {
  facts: PastBooking;
  rider: RiderOfPast;
  driver: DriverOfPast | null;
}

/** Ratio of road distance to straight-line distance, and the speed on the way to the pickup. */
const DETOUR = 1.35;
const PICKUP_SECONDS_PER_KM = 130;
const LATER_SHARE = 0.06;
const BY_ADMIN_SHARE = 0.03;
const PARCEL_SHARE = 0.55;

/** Time from a cancellation fee to the rider's top-up, in ms. */
const TOPPED_UP_AFTER_MS = 5 * MS_PER_MINUTE;

const noInstructions = instructionData.parse({});

const weightedCarTypes: readonly DemoCarTypeKey[] = [
  ...Array<DemoCarTypeKey>(10).fill('economy'),
  ...Array<DemoCarTypeKey>(5).fill('comfort'),
  ...Array<DemoCarTypeKey>(4).fill('moto'),
  'van',
];

export function createMakeBooking(deps: MakeBookingDeps) {
  const { chance, span, settings, carTypes, city, riders, drivers, ledger, promos, fleetadmin } = deps;
  const chooseTrip = createChooseTrip(chance, city);
  const findDrivers = createFindDrivers(chance, drivers);
  const { chooseEnding, unserved, cancelledBy } = createEndings(chance, span.ends);
  const makeTrip = createMakeTrip({ chance, end: span.ends, admin: deps.admin });
  const offerMs = settings.offerSeconds * 1000;
  const makeOffers = createMakeOffers(chance, offerMs);

  function chooseRider(at: number): RiderOfPast | null {
    const free = riders.filter(({ joinedAt, freeAt }) => joinedAt <= at && freeAt + MS_PER_HOUR <= at);
    return free.length > 0 ? chance.weighted(free, ({ weight }) => weight) : null;
  }

  /** The type that the rider wants or, if no such driver is near, the first type with one. */
  function chooseType(pickup: LatLng, at: number): { type: DemoCarTypeKey; near: DriverOfPast[] } {
    const wish = chance.pick(weightedCarTypes);
    const others: readonly DemoCarTypeKey[] = ['economy', 'comfort', 'van'];
    for (const type of [wish, ...others.filter((other) => other !== wish)]) {
      const near = findDrivers(type, pickup, at);
      if (near.length > 0) return { type, near };
    }
    return { type: wish, near: [] };
  }

  function instructionsFor(carType: CarType): InstructionData {
    const to = chance.pick(riders).person;
    const [pickUpInstructions, deliveryInstructions] = chance.pick(parcelNotes);
    return {
      ...noInstructions,
      deliveryPerson: `${to.firstName} ${to.lastName}`,
      deliveryPersonPhone: to.mobile,
      pickUpInstructions,
      deliveryInstructions,
      parcelTypeIndex: chance.whole(0, carType.parcelTypes.length - 1),
    };
  }

  /** Chooses the payment mode. A rider tops up first when the wallet would not cover the trip. */
  function payment(rider: RiderOfPast, km: number, at: number): PaymentMode {
    if (rider.pays !== 'wallet' || chance.is(0.08)) return rider.pays === 'wallet' ? 'cash' : rider.pays;
    const needed = ledger.hundreds(Math.ceil((km * 70 + 250) / 100));
    if (ledger.balanceOf(rider.person.uid) < needed)
      ledger.topUp(rider.person.uid, ledger.hundreds(chance.pick([10, 10, 15, 20, 30])), at);
    return 'wallet';
  }

  function approach(driver: DriverOfPast, carType: string, trip: CityTrip, at: number): PastDriver {
    const pickup = placeOf(trip.from);
    const acceptedAt = at + chance.whole(3000, Math.min(22_000, offerMs - 2000));
    const km = distanceKm(driver.place, pickup) * DETOUR;
    const seconds = 45 + km * PICKUP_SECONDS_PER_KM;
    return {
      person: personOf({ person: driver.demo.person, rating: driver.rating }),
      driver: {
        ...driverOf(driver, carType, fleetadmin),
        ...deps.vehicles.drivenAt(driver.demo.person.uid, acceptedAt),
      },
      place: { lat: driver.place.lat, lng: driver.place.lng },
      acceptedAt,
      arrivedAt: acceptedAt + drivenMs(chance, seconds, span.wallAt(at)),
    };
  }

  const placeOf = (index: number): CityPlace => {
    const place = city.places[index];
    if (place === undefined) throw new RangeError(`There is no place ${index}`);
    return place;
  };
  const pointOf = ({ lat, lng, add }: CityPlace) => ({ lat, lng, add });

  /** The request as it was before any driver answered: rider, route, time and car type. */
  function requestOf(rider: RiderOfPast, trip: CityTrip, type: DemoCarTypeKey, at: number): PastBooking {
    const carType = carTypes.get(type);
    if (carType === undefined) throw new RangeError(`There is no car type ${type}`);
    const isParcel = type === 'moto' && chance.is(PARCEL_SHARE);
    const isLater = !isParcel && chance.is(LATER_SHARE);
    const leadMs = Math.floor(chance.between(1, 14) * MS_PER_HOUR);
    const requestedAt = isLater ? Math.max(at - leadMs, rider.joinedAt, span.starts) : at;
    return {
      id: chance.id(requestedAt),
      quote: chance.id(requestedAt - chance.whole(5000, 60_000)),
      requestedAt,
      tripdate: isLater ? at + 15 * MS_PER_MINUTE : null,
      byAdmin: chance.is(BY_ADMIN_SHARE),
      appcat: isParcel ? 'delivery' : 'taxi',
      rider: personOf(rider),
      carType,
      pickup: pointOf(placeOf(trip.from)),
      drop: pointOf(placeOf(trip.to)),
      route: { distance_km: trip.km, free_flow_secs: trip.secs, line: trip.line },
      instructions: isParcel ? instructionsFor(carType) : null,
      payment_mode: 'cash',
      promo: null,
      offers: [],
      taken: null,
      trip: null,
      cancelled: null,
    };
  }

  /** Null when the booking would end after the past, or every rider is on a trip. */
  function makeBooking(at: number): MadeBooking | null {
    const rider = chooseRider(at);
    if (rider === null) return null;
    const way = chooseTrip(rider, span.wallAt(at));
    const { type, near } = chooseType(placeOf(way.from), at);
    const request = requestOf(rider, way, type, at);
    const { offers, at: offeredAt, takingDriver } = makeOffers(near, at);
    if (takingDriver === null) {
      const facts = unserved(request, at);
      return facts && { facts, rider, driver: null };
    }
    const taken = approach(takingDriver, request.carType.id, way, offeredAt);
    const ending = chooseEnding();
    const accepted: PastOffer = {
      driver: takingDriver.demo.person.uid,
      requested_at: offeredAt,
      expires_at: offeredAt + offerMs,
      outcome: 'accepted',
    };
    const asked = { ...request, offers: [...offers, accepted] };
    // Only taxi bookings are cancelled here, because a cancelled prepaid parcel would need a refund at the provider.
    if (ending !== 'driven' && request.appcat === 'taxi') {
      const facts = cancelledBy(ending, asked, taken, offeredAt);
      if ((facts.cancelled?.at ?? 0) >= span.ends) return null;
      return { facts, rider, driver: ending === 'rider_early' ? null : takingDriver };
    }
    const startsFrom = Math.max(taken.arrivedAt ?? 0, request.tripdate ?? 0);
    const trip = makeTrip({
      rider,
      driver: takingDriver,
      way,
      startsFrom,
      wall: span.wallAt(startsFrom),
      request,
    });
    if (trip === null) return null;
    const payment_mode = payment(rider, way.km, request.requestedAt - chance.whole(60_000, 240_000));
    const promo = request.appcat === 'taxi' ? promos.wanted(request.requestedAt) : null;
    return { facts: { ...asked, taken, trip, payment_mode, promo }, rider, driver: takingDriver };
  }

  const surroundings: PastSurroundings = {
    balanceOf: ledger.balanceOf,
    post: ledger.post,
    payByCard: ledger.payByCard,
    takePromo: promos.takePromo,
    nextId: chance.id,
    random: (bytes) => (bytes === REFERENCE_BYTES ? chance.referenceBytes() : chance.bytes(bytes)),
  };

  /** A rider who owes cannot book again, so they top up soon after a fee. */
  function settleDebt(rider: RiderOfPast, since: number): void {
    const balance = ledger.balanceOf(rider.person.uid);
    if (balance >= 0) return;
    const amount = ledger.hundreds(Math.ceil(-balance / ledger.hundreds(1)));
    ledger.topUp(rider.person.uid, amount, Math.min(since + TOPPED_UP_AFTER_MS, span.ends));
  }

  /** Updates rider and driver after the booking: free again, the driver at the drop, with their new ratings. */
  function count({ rider, driver }: MadeBooking, { booking }: PastRecord): void {
    const endedAt = booking.cancelled_at ?? Math.max(booking.paid_at ?? 0, booking.tipped_at ?? 0);
    rider.freeAt = endedAt;
    settleDebt(rider, endedAt);
    if (booking.rider_rating !== null) {
      rider.rating = {
        count: rider.rating.count + 1,
        sum: rider.rating.sum + booking.rider_rating,
      };
    }
    if (driver === null) return;
    const isCash = booking.cash_payment_amount > 0;
    driver.freeAt =
      (booking.cancelled_at ?? (isCash ? booking.paid_at : booking.trip_end_time) ?? 0) + 20_000;
    if (booking.trip_end_time !== null) driver.place = booking.drop_point;
    if (booking.rating !== null) {
      driver.rating = { count: driver.rating.count + 1, sum: driver.rating.sum + booking.rating };
    }
    const shift = driver.shifts.findLast(({ starts }) => starts <= booking.tripdate);
    if (shift && shift.ends < driver.freeAt) shift.ends = Math.min(driver.freeAt + 30_000, span.ends);
  }

  return Object.assign(makeBooking, { surroundings, count });
}

/** Number of random bytes of a booking reference; a trip code takes a different number. */
const REFERENCE_BYTES = 6;
