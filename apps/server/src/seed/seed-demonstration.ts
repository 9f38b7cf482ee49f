// Seeds the demonstration once in the life of a database: car types, cancel reasons, people, drivers.
import { type CarType, carType } from '@kerb/domain/fleet';
import type { DemoKind } from '@kerb/domain/identity';
import type { Clock, Tx, WithTx } from '../kit/index.ts';
import type { FleetApi } from '../modules/fleet/index.ts';
import type { IdentityApi } from '../modules/identity/index.ts';
import type { SettingsApi } from '../modules/settings/index.ts';
import { demoCarTypes } from './demo-car-types.ts';
import type { DemoCarTypeKey } from './demo-names.ts';
import { type DemoPeople, demoId, demonstrationPeople } from './people.ts';

export interface SeedDemonstrationDeps {
  withTx: WithTx;
  clock: Clock;
  settings: Pick<SettingsApi, 'markSeed' | 'edit' | 'addDefaultCancelReasons'>;
  identity: Pick<IdentityApi, 'addMissingUsers' | 'openSession' | 'addDevice'>;
  fleet: Pick<FleetApi, 'addCarTypes' | 'addDrivers'>;
}

const SEED_NAME = 'demonstration-1';

const carTypeId = (key: DemoCarTypeKey): string => demoId(`car-type-${key}`);

const carTypesAt = (now: number): CarType[] =>
  // A millisecond apart keeps their order.
  demoCarTypes.map(({ key, ...input }, index) =>
    carType.parse({ ...input, id: carTypeId(key), createdAt: now + index }),
  );

/** Returns false, and changes nothing, when the demonstration was seeded before. */
export function createSeedDemonstration(deps: SeedDemonstrationDeps) {
  const { withTx, clock, settings, identity, fleet } = deps;
  return async function seedDemonstration(): Promise<boolean> {
    const everyone = demonstrationPeople();
    return withTx(async (tx) => {
      if (!(await settings.markSeed(tx, SEED_NAME))) return false;
      await settings.edit(tx, {
        CompanyName: 'Kerb Montevideo',
        contact_email: 'hola@kerb.example',
      });
      await settings.addDefaultCancelReasons(tx);
      await fleet.addCarTypes(tx, carTypesAt(clock.now()));
      const added = new Set(await identity.addMissingUsers(tx, usersOf(everyone, clock.now())));
      await fleet.addDrivers(tx, driversOf(everyone, added));
      await addPhones(tx, deps, everyone, added);
      return true;
    });
  };
}

/** The people whose phone takes messages; no real phone has the number, so the development inbox shows them. */
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

const usersOf = ({ people }: DemoPeople, now: number) =>
  people.map(({ uid, usertype, firstName, lastName, mobile, email, referralId, rating }) => ({
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
  }));

/** The people that were added: a number that another user had already keeps its owner. */
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
