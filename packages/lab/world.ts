// The state of a simulated city: bookings, drivers and where they are. Nothing here decides who gets which booking.
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
  timesAsked: Map<string, number>;
  /** Offer rounds made so far, and when the first one was; rounds of `nearest` and `broadcast`. */
  rounds: number;
  firstRoundAt: number | null;
  acceptedAt: number | null;
  pickedUpAt: number | null;
  /** Real seconds and router km of the drive to the pickup. */
  pickupSecs: number;
  pickupKm: number;
}

/** `gone`: off duty, or disappeared. */
export type CarState = 'absent' | 'idle' | 'to_pickup' | 'at_pickup' | 'on_trip' | 'gone';

/** A drive, or standing at one place. */
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
  /** Accepted while the current trip was not over. */
  next: LabBooking | null;
  offers: Set<Offer>;
  idleSince: number;
  onDutyFrom: number;
  onDutyUntil: number;
  idleMs: number;
  earned: number;
  trips: number;
  /** Counts idle drives, so that one that was interrupted does not continue. */
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
      timesAsked: new Map(),
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

/** How much of the drive is behind the car, 0 to 1. */
const progressOf = ({ start, end }: Leg, now: number): number =>
  end <= start ? 1 : Math.min(1, Math.max(0, (now - start) / (end - start)));

export function positionOf({ leg }: LabCar, now: number, travel: TravelTimes): LatLng {
  const progress = progressOf(leg, now);
  return progress >= 1 ? leg.to : travel.pointOn(leg.from, leg.to, progress);
}

/** What a server would estimate: the router's time for the rest of the drive, without knowledge of the traffic. */
const estimatedSecsLeft = ({ leg }: LabCar, now: number): number =>
  leg.routerSecs * (1 - progressOf(leg, now));

/** A driver as dispatch sees them; one about to finish a trip is at its end already. */
export interface SeenDriver {
  car: LabCar;
  state: DriverState;
  freeInSecs: number;
  idleSecs: number;
  /** On the way to a pickup: the trip has not begun, and no further trip is offered yet. */
  noOfferYet: boolean;
}

export interface SightTerms {
  now: number;
  travel: TravelTimes;
  /** As many open offers as a driver may have. */
  maxOpenOffers: number;
  /** Drivers whose trip ends within this time are seen; 0 for none. */
  finishWithinSecs: number;
  /** Whether drivers on the way to a pickup are seen, too, if their trip ends within that time. */
  seesPickups?: boolean;
}

interface Place {
  location: LatLng;
  freeInSecs: number;
}

/** Where and when the car is free; null for one that takes no further trip for now. */
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

/** The drivers who could get an offer now or soon, whichever the booking. */
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
