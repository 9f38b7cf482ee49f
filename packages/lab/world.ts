// State of a simulated city: bookings, drivers and their positions. It contains no dispatch decisions.
import type { DriverState } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Patience } from './behaviour.ts';
import { BOARDING_SECS, type LabDriver, type LabRequest, type Trace } from './demand.ts';
import type { TravelTimes } from './travel-times.ts';

export type LabBookingStatus = 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'COMPLETE' | 'CANCELLED';

export interface Offer {
  booking: LabBooking;
  driver: LabCar;
  expiresAt: number;
  open: boolean;
}

export interface LabBooking {
  request: LabRequest;
  patience: Patience;
  status: LabBookingStatus;
  driver: LabCar | null;
  /** Open offers. */
  offers: Set<Offer>;
  declined: Set<string>;
  offerCounts: Map<string, number>;
  /** Number of offer rounds so far, and time of the first one; for `nearest` and `broadcast` only. */
  rounds: number;
  firstRoundAt: number | null;
  acceptedAt: number | null;
  pickedUpAt: number | null;
  /** Actual seconds and router km of the drive to the pickup. */
  pickupSecs: number;
  pickupKm: number;
}

/** `gone`: the driver is off duty or has disappeared. */
export type CarState = 'absent' | 'idle' | 'to_pickup' | 'at_pickup' | 'on_trip' | 'gone';

/** A drive, or a stay at one place. */
export interface Leg {
  from: LatLng;
  to: LatLng;
  start: number;
  end: number;
  routerSecs: number;
}

export interface LabCar {
  plan: LabDriver;
  state: CarState;
  leg: Leg;
  booking: LabBooking | null;
  /** Booking that the driver accepted during the current trip. */
  next: LabBooking | null;
  offers: Set<Offer>;
  idleSince: number;
  onDutyFrom: number;
  onDutyUntil: number;
  idleMs: number;
  earned: number;
  trips: number;
  /** Number of the idle drive, so that an interrupted one does not continue. */
  cruise: number;
}

export interface World {
  bookings: LabBooking[];
  cars: LabCar[];
}

export function createWorld(trace: Trace, patienceOf: (booking: string) => Patience): World {
  return {
    bookings: trace.requests.map((request) => ({
      request,
      patience: patienceOf(request.id),
      status: 'NEW',
      driver: null,
      offers: new Set(),
      declined: new Set(),
      offerCounts: new Map(),
      rounds: 0,
      firstRoundAt: null,
      acceptedAt: null,
      pickedUpAt: null,
      pickupSecs: 0,
      pickupKm: 0,
    })),
    cars: trace.drivers.map((plan) => ({
      plan,
      state: 'absent',
      leg: standing(plan.start, plan.from),
      booking: null,
      next: null,
      offers: new Set(),
      idleSince: plan.from,
      onDutyFrom: plan.from,
      onDutyUntil: plan.from,
      idleMs: 0,
      earned: 0,
      trips: 0,
      cruise: 0,
    })),
  };
}

export const standing = (at: LatLng, now: number): Leg => ({
  from: at,
  to: at,
  start: now,
  end: now,
  routerSecs: 0,
});

/** Returns the completed share of the drive, 0 to 1. */
const progressOf = ({ start, end }: Leg, now: number): number =>
  end <= start ? 1 : Math.min(1, Math.max(0, (now - start) / (end - start)));

export function positionOf({ leg }: LabCar, now: number, travel: TravelTimes): LatLng {
  const progress = progressOf(leg, now);
  return progress >= 1 ? leg.to : travel.pointOn(leg.from, leg.to, progress);
}

/** Returns the server's estimate: the router's time for the rest of the drive, without the actual traffic. */
const estimatedSecsLeft = ({ leg }: LabCar, now: number): number =>
  leg.routerSecs * (1 - progressOf(leg, now));

/** A driver as seen by dispatch. A driver about to finish a trip is treated as being at its end. */
export interface SeenDriver {
  car: LabCar;
  state: DriverState;
  freeInSecs: number;
  idleSecs: number;
  /** True on the way to a pickup: the trip has not begun, and no further trip is offered yet. */
  noOfferYet: boolean;
}

export interface SightTerms {
  now: number;
  travel: TravelTimes;
  /** Maximum number of open offers of a driver. */
  maxOpenOffers: number;
  /** Drivers whose trip ends within this time are included; 0: free drivers only. */
  finishWithinSecs: number;
  /** Whether drivers on the way to a pickup are included if their trip ends within that time. */
  seesPickups?: boolean;
}

interface Place {
  location: LatLng;
  freeInSecs: number;
}

/** Returns where and when the car is free; null for a car that takes no further trip for now. */
function nextFree(
  car: LabCar,
  { now, travel, finishWithinSecs, seesPickups = false }: SightTerms,
): Place | null {
  if (car.state === 'idle') return { location: positionOf(car, now, travel), freeInSecs: 0 };
  if (finishWithinSecs <= 0 || car.next !== null) return null;
  const freeInSecs = estimatedSecsLeft(car, now);
  if (car.state === 'on_trip') return { location: car.leg.to, freeInSecs };
  if (car.state !== 'to_pickup' || car.booking === null || !seesPickups) return null;
  const { pickup, drop } = car.booking.request;
  const [tripSecs] = travel.secondsTo(drop, [pickup], now);
  if (tripSecs === undefined || tripSecs === null) return null;
  return { location: drop, freeInSecs: freeInSecs + tripSecs + BOARDING_SECS };
}

/** Returns the drivers who could get an offer now or soon, independent of the booking. */
export function driversSeen(cars: Iterable<LabCar>, terms: SightTerms): SeenDriver[] {
  const { now, maxOpenOffers, finishWithinSecs } = terms;
  const seen: SeenDriver[] = [];
  for (const car of cars) {
    if (car.offers.size >= maxOpenOffers || now >= car.plan.until) continue;
    const free = nextFree(car, terms);
    if (!free || free.freeInSecs > finishWithinSecs) continue;
    seen.push({
      car,
      freeInSecs: free.freeInSecs,
      idleSecs: car.state === 'idle' ? (now - car.idleSince) / MS_PER_SECOND : 0,
      noOfferYet: car.state === 'to_pickup',
      state: {
        uid: car.plan.id,
        approved: true,
        driverActiveStatus: true,
        queue: false,
        location: free.location,
        carType: car.plan.carType ?? null,
      },
    });
  }
  return seen;
}
