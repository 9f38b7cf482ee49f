// Generates the riders and drivers of the past: when they joined, how often they ride or drive, how they pay, and their
// ratings.
import type { PaymentMode } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { ratingsOf } from '@kerb/domain/identity';
import { MS_PER_DAY, MS_PER_HOUR, type Span } from '@kerb/domain/kernel';
import type { PastDriver } from '../../modules/booking/index.ts';
import type { DemoDriver, DemoPeople, DemoPerson } from '../people.ts';
import type { Chance } from './chance.ts';
import { type DemandSpan, weekdayOf } from './demand.ts';
import { banks } from './words.ts';

/**
 * Number of simulated drivers with a past; the others join at its end. With more, drivers would be idle for most of a
 * shift.
 */
const SIMULATED_DRIVERS = 20;

interface Rated {
  rating: { count: number; sum: number };
}

export interface RiderOfPast extends Rated {
  person: DemoPerson;
  joinedAt: number;
  /** Relative frequency of the rider's trips. */
  weight: number;
  /** Index of the rider's home in the list of places. */
  home: number;
  pays: PaymentMode;
  /** End of the current trip, ms since the epoch. */
  freeAt: number;
  /** Average rating that drivers give the rider, 1 to 5. */
  manner: number;
  usedPromos: Set<string>;
  /** The rider who invited this one; null for most riders. */
  invitedBy: DemoPerson | null;
  hasTravelled: boolean;
}

export interface DriverOfPast extends Rated {
  demo: DemoDriver;
  joinedAt: number;
  shifts: Span[];
  freeAt: number;
  place: LatLng;
  /** Average rating that riders give the driver, 1 to 5. */
  manner: number;
  bank: { bankName: string; bankCode: string; bankAccount: string };
  /** Weekday on which the driver requests a payout; 0 is Monday. */
  payday: number;
  /** Time of day of the payout request, ms. */
  payHour: number;
}

export const personOf = ({ person, rating }: { person: DemoPerson } & Rated): PastDriver['person'] => ({
  uid: person.uid,
  usertype: person.usertype,
  approved: true,
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  mobile: person.mobile,
  profile_image: null,
  pushToken: null,
  ratings: ratingsOf(rating),
});

export const driverOf = (
  { demo }: DriverOfPast,
  carType: string,
  fleetadmin: string | null,
): PastDriver['driver'] => ({
  uid: demo.person.uid,
  carType,
  vehicleMake: demo.vehicleMake,
  vehicleModel: demo.vehicleModel,
  vehicleNumber: demo.vehicleNumber,
  driverActiveStatus: true,
  queue: false,
  approved: true,
  fleetadmin: demo.inFleet ? fleetadmin : null,
  documentsValidUntil: null,
  dutyUntil: null,
});

/** Most people joined before the past begins, the others during it. */
function joined(chance: Chance, { starts, ends }: DemandSpan, early: number): number {
  if (chance.is(early)) return Math.floor(starts - chance.between(5, 300) * MS_PER_DAY);
  return Math.floor(starts + chance.between(0.02, 0.85) * (ends - starts));
}

const paymentMix: readonly PaymentMode[] = [
  'cash',
  'cash',
  'cash',
  'cash',
  'wallet',
  'wallet',
  'wallet',
  'card',
  'card',
];

export function createPastRiders(
  chance: Chance,
  { people }: DemoPeople,
  span: DemandSpan,
  homes: readonly number[],
): RiderOfPast[] {
  const riders = people
    .filter(({ kind }) => kind === 'rider' || kind === 'simRider')
    .map((person): RiderOfPast => {
      const isNamed = person.kind === 'rider';
      return {
        person,
        joinedAt: joined(chance, span, isNamed ? 1 : 0.6),
        weight: isNamed ? 2 : 0.4 + chance.next() ** 2 * 2.6,
        home: chance.pick(homes),
        pays: isNamed ? 'wallet' : chance.pick(paymentMix),
        freeAt: 0,
        manner: 4.3 + chance.next() * 0.65,
        usedPromos: new Set(),
        invitedBy: null,
        hasTravelled: false,
        rating: { count: 0, sum: 0 },
      };
    });
  for (const rider of riders) {
    const isNew = rider.joinedAt > span.starts && rider.joinedAt < span.ends - 6 * MS_PER_DAY;
    const older = riders.filter(({ joinedAt }) => joinedAt < rider.joinedAt - MS_PER_DAY);
    if (isNew && older.length > 0 && chance.is(0.45)) rider.invitedBy = chance.pick(older).person;
  }
  return riders;
}

/** Start hours of shifts: mornings, afternoons, nights. */
const shiftStartHours = [6, 7, 12, 15, 17, 19] as const;

function shiftsOf(chance: Chance, from: number, span: DemandSpan, isRegular: boolean): Span[] {
  const shifts: Span[] = [];
  const begin = chance.pick(shiftStartHours);
  const restDay = chance.whole(0, 6);
  const works = isRegular ? 0.86 : chance.between(0.3, 0.7);
  for (let day = span.starts; day < span.ends; day += MS_PER_DAY) {
    if (day < from || weekdayOf(span.wallAt(day + MS_PER_HOUR)) === restDay || !chance.is(works)) continue;
    const starts = Math.floor(day + (begin + chance.between(-0.7, 0.9)) * MS_PER_HOUR);
    const ends = Math.floor(starts + chance.between(4, isRegular ? 9 : 6.5) * MS_PER_HOUR);
    if (ends < span.ends) shifts.push({ starts, ends });
    else if (starts < span.ends) shifts.push({ starts, ends: span.ends });
  }
  return shifts;
}

export function createPastDrivers(
  chance: Chance,
  { drivers }: DemoPeople,
  span: DemandSpan,
  places: readonly LatLng[],
): DriverOfPast[] {
  const named = drivers.filter(({ person }) => person.kind === 'driver');
  const simulated = drivers.filter(({ person }) => person.kind === 'simDriver').slice(0, SIMULATED_DRIVERS);
  return [...named, ...simulated].map((demo, index): DriverOfPast => {
    const isNamed = demo.person.kind === 'driver';
    const joinedAt = joined(chance, span, isNamed ? 1 : 0.55);
    const bankName = chance.pick(banks);
    return {
      demo,
      joinedAt,
      shifts: shiftsOf(chance, joinedAt, span, isNamed || chance.is(0.55)),
      freeAt: 0,
      place: chance.pick(places),
      manner: 4.25 + chance.next() * 0.7,
      bank: {
        bankName,
        bankCode: String(chance.whole(101, 157)),
        bankAccount: `${chance.whole(100, 999)}-${chance.whole(1_000_000, 9_999_999)}`,
      },
      payday: index % 7,
      payHour: chance.whole(8, 21) * MS_PER_HOUR,
      rating: { count: 0, sum: 0 },
    };
  });
}
