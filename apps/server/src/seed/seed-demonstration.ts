// Seeds a database with the demonstration once: car types, cancellation reasons, people, drivers, their documents and
// their past.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CarType, carType } from '@kerb/domain/fleet';
import type { DemoKind } from '@kerb/domain/identity';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import type { Clock, Tx, WithTx } from '../kit/index.ts';
import { workspaceRoot } from '../kit/package-root.ts';
import { StartError } from '../kit/start-error.ts';
import type { DriverDocumentsApi } from '../modules/driver-documents/index.ts';
import type { FleetApi } from '../modules/fleet/index.ts';
import type { IdentityApi } from '../modules/identity/index.ts';
import { type SettingsApi, seedMarks } from '../modules/settings/index.ts';
import { demoCarTypes } from './demo-car-types.ts';
import { appliedAt, demonstrationApplicant, demonstrationDocuments } from './demo-documents.ts';
import type { DemoCarTypeKey } from './demo-names.ts';
import type { CityTrips } from './past/city-trips.ts';
import { type Past, planPast } from './past/plan-past.ts';
import { createWritePast, PAST_WRITTEN } from './past/write-past.ts';
import { type DemoPeople, demoId, demonstrationPeople } from './people.ts';

export interface SeedDemonstrationDeps {
  withTx: WithTx;
  clock: Clock;
  settings: Pick<SettingsApi, 'get' | 'markSeed' | 'edit' | 'addDefaultCancelReasons'>;
  identity: Pick<IdentityApi, 'addMissingUsers' | 'openSession' | 'addDevice'>;
  fleet: Pick<FleetApi, 'addCarTypes' | 'addDrivers'>;
  documents: Pick<DriverDocumentsApi, 'addSeededDocuments'>;
  /** Name of the city when it is not the demonstration's own. */
  cityName?: string | undefined;
  past: {
    /** Number of days of past before the first start; 0 for a demonstration without a past. */
    days: number;
    /** Null when the city is not the one for which the trips were computed. */
    readCityTrips: () => Promise<CityTrips | null>;
  };
}

/** Name of the mark in a database that was seeded. */
export const SEED_NAME = 'demonstration-1';

const carTypeId = (key: DemoCarTypeKey): string => demoId(`car-type-${key}`);

const carTypesAt = (now: number): CarType[] =>
  // Creation times that differ by one millisecond preserve the order.
  demoCarTypes.map(({ key, ...input }, index) =>
    carType.parse({ ...input, id: carTypeId(key), createdAt: now + index }),
  );

const carTypesByKey = (now: number): ReadonlyMap<DemoCarTypeKey, CarType> =>
  new Map(carTypesAt(now).map((one, index) => [demoCarTypes[index]?.key ?? 'economy', one]));

/** The mark of a past that was begun contains its number of days; the mark's time is the time of the start. */
const PAST_BEGUN = /^past-of-(\d+)-days$/;

/** Referral bonus for both sides in a demonstration with a past, pesos. */
const PAST_BONUS = 80;

/** Number of days and start time of the past that was begun; null without one. */
function pastBegun(marks: ReadonlyMap<string, number>): { days: number; at: number } | null {
  for (const [name, at] of marks) {
    const days = PAST_BEGUN.exec(name)?.[1];
    if (days !== undefined) return { days: Number(days), at };
  }
  return null;
}

/** Rolls back the people of a past when some of them could not be added. */
class AccountsTaken extends Error {}

/** The returned function returns false, without changes, when the demonstration was seeded before. */
export function createSeedDemonstration(deps: SeedDemonstrationDeps) {
  const { withTx, clock, settings, identity, fleet, past } = deps;

  async function planned(now: number, days: number, city: CityTrips): Promise<Past> {
    const current = await settings.get();
    const carTypes = carTypesByKey(now);
    return planPast({
      now,
      days,
      settings: { ...current, bonus: PAST_BONUS },
      people: demonstrationPeople(),
      carTypes,
      city,
    });
  }

  /** The past to generate at this start; null for a demonstration without one. */
  async function planToBegin(now: number): Promise<Past | null> {
    if (past.days === 0) return null;
    const city = await past.readCityTrips();
    return city && planned(now, past.days, city);
  }

  async function seedPeople(now: number, plan: Past | null): Promise<boolean> {
    const everyone = demonstrationPeople();
    return withTx(async (tx) => {
      if (!(await settings.markSeed(tx, SEED_NAME))) return false;
      await settings.edit(tx, {
        CompanyName: `Kerb ${deps.cityName ?? 'Montevideo'}`,
        contact_email: 'hola@kerb.example',
        ...(plan ? { bonus: PAST_BONUS } : {}),
      });
      await settings.addDefaultCancelReasons(tx);
      await fleet.addCarTypes(tx, carTypesAt(now));
      const users = usersOf(everyone, now, plan);
      const added = new Set(await identity.addMissingUsers(tx, users));
      if (plan && added.size < users.length) throw new AccountsTaken();
      await fleet.addDrivers(tx, driversOf(everyone, added));
      await addPhones(tx, deps, everyone, added);
      if (plan) {
        await addApplicant(tx, deps, now);
        await addDocuments(tx, deps, everyone, now);
        await settings.markSeed(tx, `past-of-${past.days}-days`, now);
      }
      return true;
    });
  }

  async function seedFirst(now: number, plan: Past | null): Promise<boolean> {
    try {
      return await seedPeople(now, plan);
    } catch (error) {
      if (!(error instanceof AccountsTaken)) throw error;
      // Some demonstration accounts belong to other users, so the demonstration is seeded without a past.
      return seedPeople(now, null);
    }
  }

  /** Writes the missing portions of a past that was begun; after a crash, the past is computed again. */
  async function completePast(plan: Past | null): Promise<void> {
    const marks = await withTx((tx) => seedMarks(tx));
    const begun = pastBegun(marks);
    if (begun === null || marks.has(PAST_WRITTEN)) return;
    const city = plan === null ? await past.readCityTrips() : null;
    const whole = plan ?? (city && (await planned(begun.at, begun.days, city)));
    if (whole === null)
      throw new StartError(
        'The first start was interrupted, and its past rides cannot be completed without data/montevideo-trips.json: start once with Montevideo and without KERB_CITY, or begin with another KERB_DATA.',
      );
    await createWritePast(deps)(whole);
  }

  return async function seedDemonstration(): Promise<boolean> {
    const isFirst = !(await withTx((tx) => seedMarks(tx))).has(SEED_NAME);
    const now = clock.now();
    const plan = isFirst ? await planToBegin(now) : null;
    const hasSeeded = isFirst && (await seedFirst(now, plan));
    await completePast(hasSeeded ? plan : null);
    return hasSeeded;
  };
}

/**
 * Kinds of people whose phones receive messages. The numbers are not real, so the development inbox shows the messages.
 */
const withPhones: ReadonlySet<DemoKind> = new Set(['rider', 'driver', 'simRider']);
const phones = [
  ['ANDROID', 'Kerb app (Android; demonstration)'],
  ['IOS', 'Kerb app (iPhone; demonstration)'],
] as const;

async function addPhones(
  tx: Tx,
  { identity }: Pick<SeedDemonstrationDeps, 'identity'>,
  { people }: DemoPeople,
  added: ReadonlySet<string>,
): Promise<void> {
  const owners = people.filter(({ kind, uid }) => withPhones.has(kind) && added.has(uid));
  for (const [index, { uid }] of owners.entries()) {
    const [platform, agent] = phones[index % 2] ?? phones[0];
    const session = await identity.openSession(tx, uid, agent);
    await identity.addDevice(tx, { session: session.id, uid, platform, token: `demonstration-${uid}` });
  }
}

async function addApplicant(
  tx: Tx,
  { identity, fleet }: Pick<SeedDemonstrationDeps, 'identity' | 'fleet'>,
  now: number,
): Promise<void> {
  const { person } = demonstrationApplicant;
  const { uid, usertype, firstName, lastName, mobile, email, referralId } = person;
  const user = { uid, usertype, firstName, lastName, mobile, email, referralId };
  const added = await identity.addMissingUsers(tx, [
    { ...user, createdAt: appliedAt(now), review: 'waiting' },
  ]);
  if (added.length === 0) throw new AccountsTaken();
  await fleet.addDrivers(tx, driversOf({ people: [], drivers: [demonstrationApplicant] }, new Set(added)));
}

async function addDocuments(
  tx: Tx,
  { settings, documents }: Pick<SeedDemonstrationDeps, 'settings' | 'documents'>,
  { drivers }: DemoPeople,
  now: number,
): Promise<void> {
  const { timezone } = await settings.get();
  const bytes = await readFile(join(workspaceRoot(), 'data', 'sample-document.webp'));
  const rows = demonstrationDocuments({ drivers, now, timezone });
  await documents.addSeededDocuments(tx, rows, { bytes, contentType: 'image/webp' });
}

/** Sign-up times of people without a trip in the past: this long before the start, one after the other, ms. */
const LONG_AGO_MS = 310 * MS_PER_DAY;
const joinedAt = (starts: number, index: number): number =>
  Math.floor(starts - LONG_AGO_MS - ((index * 61) % 97) * 1.37 * MS_PER_DAY);

const usersOf = ({ people }: DemoPeople, now: number, plan: Past | null) =>
  people.map(({ uid, usertype, firstName, lastName, mobile, email, referralId, rating }, index) => {
    const own = plan?.people.get(uid);
    const isStaff = usertype === 'admin' || usertype === 'fleetadmin';
    const user = {
      uid,
      usertype,
      firstName,
      lastName,
      mobile,
      email,
      emailVerified: true,
      referralId,
      rating,
      createdAt: now,
    };
    if (plan === null) return user;
    if (own === undefined)
      return {
        ...user,
        rating: { count: 0, sum: 0 },
        createdAt: isStaff ? plan.starts - MS_PER_DAY : joinedAt(plan.starts, index),
      };
    const { createdAt, rating: given, bank, signupViaReferral } = own;
    return {
      ...user,
      createdAt,
      rating: given,
      ...bank,
      ...(signupViaReferral ? { signupViaReferral } : {}),
    };
  });

/** The drivers among the people that were added; a number that another user already had stays with that user. */
function driversOf({ people, drivers }: DemoPeople, added: ReadonlySet<string>) {
  const fleetadmin = people.find(({ kind, uid }) => kind === 'fleetadmin' && added.has(uid))?.uid ?? null;
  return drivers
    .filter(({ person }) => added.has(person.uid))
    .map(({ person, carType: key, vehicleMake, vehicleModel, vehicleNumber, other_info, inFleet }) => ({
      uid: person.uid,
      carType: carTypeId(key),
      vehicleMake,
      vehicleModel,
      vehicleNumber,
      other_info,
      driverActiveStatus: false,
      queue: false,
      fleetadmin: inFleet ? fleetadmin : null,
    }));
}
