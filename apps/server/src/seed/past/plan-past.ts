// Generates the demonstration's past in memory: bookings, trips and payments before its first start. The result depends
// only on the time of that start. Requests find drivers who are on duty and free, trips take realistic times, and the
// rules of booking compute prices and settlements (modules/booking/past). write-past.ts stores it through functions
// that modules export in their index.ts. Only the seed may import this folder.
import type { CarType } from '@kerb/domain/fleet';
import { countsForReferral, REFERRAL_HOLD_MS } from '@kerb/domain/identity';
import { MS_PER_DAY, MS_PER_HOUR, roundToMinor, type Span, startOfDay } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { createWallClock } from '@kerb/domain/travel-times';
import type { PastRecord } from '../../modules/booking/index.ts';
import { recordPast } from '../../modules/booking/index.ts';
import type { Referral } from '../../modules/referrals/index.ts';
import { type Posting, postings } from '../../modules/wallet/index.ts';
import type { DemoCarTypeKey } from '../demo-names.ts';
import { type DemoPeople, demoId } from '../people.ts';
import { type Chance, createChance } from './chance.ts';
import type { CityTrips } from './city-trips.ts';
import { type DemandSpan, requestTimes } from './demand.ts';
import { createMakeBooking } from './make-booking.ts';
import { createPastExtras } from './past-extras.ts';
import { createPastLedger, type PastLedger } from './past-ledger.ts';
import { createPastDrivers, createPastRiders, type DriverOfPast, type RiderOfPast } from './past-people.ts';
import { createPastPromos } from './past-promos.ts';
import { createPastVehicles } from './past-vehicles.ts';
import { returnReasons } from './words.ts';

const SEED = 1724;
/** Share of the balance that is paid out; the rest covers fees of trips paid in cash in the meantime. */
const PAYOUT_SHARE = 0.85;
const MIN_PAYOUT_HUNDREDS = 4;

export interface PastInput {
  /** Time of the start, ms since the epoch, at which the past ends. */
  now: number;
  days: number;
  settings: Settings;
  people: DemoPeople;
  carTypes: ReadonlyMap<DemoCarTypeKey, CarType>;
  city: CityTrips;
}

/** Changes to a demonstration person that follow from the past. */
export interface PastOfPerson {
  createdAt: number;
  rating: { count: number; sum: number };
  signupViaReferral?: string;
  bank?: { bankName: string; bankCode: string; bankAccount: string };
}

type Rows = ReturnType<typeof createPastLedger>['rows'] &
  ReturnType<typeof createPastPromos>['rows'] &
  ReturnType<typeof createPastVehicles>['rows'] &
  ReturnType<typeof createPastExtras>['rows'];

export interface Past extends Rows {
  /** Ordered by id. */
  records: PastRecord[];
  /** Ordered by time. */
  postings: Posting[];
  referrals: Referral[];
  duty: (Span & { uid: string })[];
  people: Map<string, PastOfPerson>;
  /** ms since the epoch */
  starts: number;
}

function spanOf({ now, days, settings }: PastInput): DemandSpan {
  const today = startOfDay(now, settings.timezone);
  return { starts: today - days * MS_PER_DAY, ends: now, days, wallAt: createWallClock(settings.timezone) };
}

/** On a fixed weekday each driver requests a payout of most of the wallet's balance, if the amount is large enough. */
function createPayouts(
  { starts, ends }: DemandSpan,
  {
    drivers,
    ledger,
    admin,
    chance,
  }: { drivers: readonly DriverOfPast[]; ledger: PastLedger; admin: string; chance: Chance },
) {
  function ask(driver: DriverOfPast, at: number): void {
    const { uid, firstName, lastName } = driver.demo.person;
    const hundreds = Math.floor((ledger.balanceOf(uid) * PAYOUT_SHARE) / ledger.hundreds(1));
    if (hundreds < MIN_PAYOUT_HUNDREDS) return;
    const amount = ledger.hundreds(hundreds);
    const name = `${firstName} ${lastName}`;
    ledger.withdraw({ uid, name, bank: driver.bank, amount, at }, admin, returnReasons);
  }

  let day = 0;
  /** Processes the payout days of all drivers up to this time. */
  return function askUntil(until: number): void {
    for (; starts + day * MS_PER_DAY <= until; day += 1)
      for (const driver of drivers.filter(({ payday }) => payday === day % 7)) {
        const at = starts + day * MS_PER_DAY + driver.payHour + chance.whole(0, MS_PER_HOUR);
        if (at < ends) ask(driver, at);
      }
  };
}

/** Bonuses for the first real trip of invited riders, paid out a day later. */
function createReferralsOfPast(settings: Settings, ledger: PastLedger, end: number) {
  const rows: Referral[] = [];
  return {
    rows,
    onTrip(rider: RiderOfPast, { booking }: PastRecord): void {
      const { invitedBy } = rider;
      const at = booking.paid_at;
      if (invitedBy === null || rider.hasTravelled || at === null) return;
      const trip = {
        driver: booking.driver,
        distanceKm: booking.distance_km,
        seconds: booking.total_trip_time,
        byHand: false,
      };
      const dueAt = at + REFERRAL_HOLD_MS;
      // A bonus that is due after the end would need a job in the future, so it is left out.
      if (!countsForReferral(trip, invitedBy.uid) || dueAt >= end) return;
      rider.hasTravelled = true;
      const bonus = roundToMinor(settings.bonus, settings.decimal);
      const accounts = [rider.person, invitedBy].map(({ uid }) => ({ kind: 'rider' as const, owner: uid }));
      rows.push({
        rider: rider.person.uid,
        referrer: invitedBy.uid,
        booking: booking.id,
        mobile_mac: null,
        status: bonus === 0 ? 'withheld' : 'paid',
        bonus,
        referrer_bonus: bonus,
        at,
        due_at: bonus === 0 ? null : dueAt,
        paid_at: bonus === 0 ? null : dueAt,
        reversed_at: null,
        reversed_by: null,
        reversal_reason: '',
      });
      if (bonus > 0)
        ledger.postLater(
          postings.creditReferral(rider.person.uid, { booking: booking.id, accounts, bonus }),
          dueAt,
        );
    },
  };
}

function peopleOf(
  riders: readonly RiderOfPast[],
  drivers: readonly DriverOfPast[],
  referrals: readonly Referral[],
): Map<string, PastOfPerson> {
  const invited = new Set(referrals.map(({ rider }) => rider));
  const people = new Map<string, PastOfPerson>();
  for (const { person, joinedAt: createdAt, rating, invitedBy } of riders) {
    const isInvited = invitedBy !== null && invited.has(person.uid);
    const via = isInvited ? { signupViaReferral: invitedBy.referralId } : {};
    people.set(person.uid, { createdAt, rating, ...via });
  }
  for (const { demo, joinedAt: createdAt, rating, bank } of drivers)
    people.set(demo.person.uid, { createdAt, rating, bank });
  return people;
}

const homesOf = ({ places }: CityTrips): number[] =>
  places.flatMap(({ kind }, index) => (kind === 'home' ? [index] : []));

export function planPast(input: PastInput): Past {
  const { now, settings, people, city, carTypes } = input;
  const chance = createChance(SEED);
  const span = spanOf(input);
  const admin = people.people.find(({ kind }) => kind === 'admin')?.uid ?? demoId('admin-1');
  const riders = createPastRiders(chance, people, span, homesOf(city));
  const drivers = createPastDrivers(chance, people, span, city.places);
  const ledger = createPastLedger(chance, settings, now);
  const promos = createPastPromos(chance, now, settings.decimal);
  const referrals = createReferralsOfPast(settings, ledger, now);
  const stories = createPastExtras(chance, { admin, end: now });
  const fleetadmin = people.people.find(({ kind }) => kind === 'fleetadmin')?.uid ?? null;
  const { timezone } = settings;
  const vehicles = createPastVehicles({ span, timezone, drivers, carTypes, ledger, fleetadmin });
  const members = { riders, drivers, ledger, promos, vehicles, admin, fleetadmin };
  const make = createMakeBooking({ chance, span, settings, carTypes, city, ...members });
  const askForPayouts = createPayouts(span, { drivers, ledger, admin, chance });
  const records: PastRecord[] = [];
  for (const at of requestTimes(chance, span)) {
    ledger.advance(at);
    askForPayouts(at);
    const made = make(at);
    if (made === null) continue;
    const record = recordPast(made.facts, make.surroundings, settings);
    make.count(made, record);
    referrals.onTrip(made.rider, record);
    vehicles.onTrip(record);
    stories.addFor(record);
    records.push(record);
  }
  ledger.advance(now);
  stories.addOpenReport(records);
  return {
    records: records.sort((one, other) => (one.booking.id < other.booking.id ? -1 : 1)),
    postings: ledger.inOrder(),
    ...ledger.rows,
    ...promos.rows,
    ...stories.rows,
    ...vehicles.rows,
    referrals: referrals.rows,
    duty: drivers.flatMap(({ demo, shifts }) => shifts.map((shift) => ({ uid: demo.person.uid, ...shift }))),
    people: peopleOf(riders, drivers, referrals.rows),
    starts: span.starts,
  };
}
