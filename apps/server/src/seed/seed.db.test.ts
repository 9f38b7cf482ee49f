// Tests the demonstration's seed: identical on every machine, complete, applied once, and fast.
import { emailPattern } from '@kerb/domain/identity';
import { textIn } from '@kerb/domain/kernel';
import { shippedLanguages } from '@kerb/texts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { createTestDatabase } from '../kit/testing/test-database.ts';
import { assertOwnDatabase } from './assert-own-database.ts';
import { demonstrationPeople, demonstrationSignIns } from './people.ts';
import { createSeedDemonstration } from './seed-demonstration.ts';
import { createSeedEnvironment } from './testing/seed-environment.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { base, settings, identity, fleet, documents } = createSeedEnvironment(database, systemClock);
const seed = createSeedDemonstration({
  ...base,
  settings: settings.api,
  identity: identity.api,
  fleet: fleet.api,
  documents: documents.api,
  past: { days: 0, readCityTrips: async () => null },
});
const count = async (from: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*) as count from ${from}`)).rows[0]?.count ??
  -1;

describe('seeding once', () => {
  beforeAll(async () => {
    expect(await seed()).toBe(true);
  });

  test('adds users in all roles that a city requires', async () => {
    expect(await count('users')).toBe(demonstrationPeople().people.length);
    expect(await count(`users where usertype = 'admin'`)).toBe(1);
    expect(await count(`users where usertype = 'fleetadmin'`)).toBe(1);
    expect(await count(`users where usertype = 'rider' and approved`)).toBeGreaterThanOrEqual(6);
    expect(await count(`drivers join users using (uid) where approved and not queue`)).toBeGreaterThanOrEqual(
      60,
    );
    expect(
      await count(`drivers join users u on u.uid = fleetadmin where u.usertype = 'fleetadmin'`),
    ).toBeGreaterThan(10);
    expect(await count('drivers where driver_active_status')).toBe(0);
    expect(await count('cancel_reasons')).toBeGreaterThan(3);
  });

  test('four car types have fares, pictures and drivers', async () => {
    const carTypes = await fleet.api.carTypes();
    expect(carTypes.map(({ name }) => name)).toEqual(['Economy', 'Comfort', 'Van', 'Moto courier']);
    for (const { id, image, min_fare, cancelSlab } of carTypes) {
      expect(image).toMatch(/^\/cars\/\w+\.svg$/);
      expect(min_fare).toBeGreaterThan(0);
      expect(cancelSlab.length).toBeGreaterThan(0);
      expect(await count(`drivers where car_type = '${id}'`)).toBeGreaterThan(5);
    }
  });

  test('adds all texts of car types and cancel reasons in every shipped language', async () => {
    const others = shippedLanguages.map(({ langLocale }) => langLocale).filter((one) => one !== 'en');
    const texts = (await fleet.api.carTypes()).flatMap(({ translations, parcelTypes, options }) => [
      ...others.flatMap((locale) => [translations?.[locale]?.name, translations?.[locale]?.extra_info]),
      ...[...parcelTypes, ...options].flatMap((one) =>
        others.map((locale) => one.translations?.[locale]?.description),
      ),
    ]);
    const reasons = await settings.cancelReasons();
    const labels = reasons.flatMap(({ translations }) =>
      others.map((locale) => translations?.[locale]?.label),
    );
    for (const text of [...texts, ...labels]) expect(text).toMatch(/\S/);
    for (const locale of others)
      expect(new Set(reasons.map((reason) => textIn(reason, 'label', locale))).size).toBe(reasons.length);
  });

  test('production refuses the database', async () => {
    await expect(assertOwnDatabase('production', database.queries)).rejects.toThrow('was seeded');
    await assertOwnDatabase('demo', database.queries);
  });

  test('seeding again changes nothing, and does not restore deleted data', async () => {
    await database.pool.query(
      `delete from users where uid = '${demonstrationPeople().people[2]?.uid ?? ''}'`,
    );
    const before = await count('users');
    expect(await seed()).toBe(false);
    expect(await count('users')).toBe(before);
  });

  test('a demonstration refuses the database of an installation with admins', async () => {
    await database.asOwner.query('truncate seed_marks');
    await expect(assertOwnDatabase('demo', database.queries)).rejects.toThrow(
      'has admins, but no demonstration',
    );
    await assertOwnDatabase('production', database.queries);
    await database.asOwner.query('truncate users cascade');
    await assertOwnDatabase('demo', database.queries);
  });
});

test('people are the same at every call, each with a unique valid number, e-mail and plate', () => {
  const { people, drivers } = demonstrationPeople();
  expect(demonstrationPeople()).toEqual({ people, drivers });
  const distinct = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
  distinct(people.map(({ uid }) => uid));
  distinct(people.map(({ email }) => email));
  distinct(people.map(({ referralId }) => referralId));
  distinct(drivers.map(({ vehicleNumber }) => vehicleNumber));
  for (const { mobile, email, rating } of people) {
    expect(parsePhoneNumberFromString(mobile)).toMatchObject({ country: 'UY', number: mobile });
    expect(email).toMatch(emailPattern);
    expect(rating.sum).toBeLessThanOrEqual(rating.count * 5);
  }
  // The first forty drivers that the simulator moves cover every car type.
  expect(
    new Set(
      drivers
        .filter(({ person }) => person.kind === 'simDriver')
        .slice(0, 40)
        .map(({ carType }) => carType),
    ).size,
  ).toBe(4);
});

test('the displayed sign-ins are people who are not simulated, of every role', () => {
  const signIns = demonstrationSignIns();
  expect(signIns.map(({ usertype }) => usertype).sort()).toEqual([
    'admin',
    'driver',
    'driver',
    'fleetadmin',
    'rider',
    'rider',
  ]);
  const carOf = new Map(demonstrationPeople().drivers.map(({ person, carType }) => [person.mobile, carType]));
  expect(
    signIns
      .filter(({ usertype }) => usertype === 'driver')
      .map(({ mobile, purpose }) => [carOf.get(mobile), purpose]),
  ).toEqual([
    ['economy', 'drive_economy'],
    ['comfort', 'drive_comfort'],
  ]);
  const simulated = new Set(
    demonstrationPeople()
      .people.filter(({ kind }) => kind.startsWith('sim'))
      .map(({ mobile }) => mobile),
  );
  expect(signIns.some(({ mobile }) => simulated.has(mobile))).toBe(false);
});
