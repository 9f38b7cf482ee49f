// Generates the demonstration's people: names, cars, ratings, and the accounts shown on /login.
//
// Mobile numbers follow one pattern (@kerb/domain/identity, demoMobile). People sign in manually with the kinds admin,
// fleetadmin, rider and driver. The simulator signs in as simRider and simDriver, numbered from 1, through the public
// API: POST /auth/otp, the code from GET /dev/inbox?mobile=…, POST /auth/session. Only the simulator's numbers are
// exempt from the delay between codes, and only in demonstration mode.
import { createHash } from 'node:crypto';
import type { DemoPurpose } from '@kerb/contract';
import { type DemoKind, demoMobile, demoPeople, referralStem, type Usertype } from '@kerb/domain/identity';
import { colours, type DemoCarTypeKey, firstNames, lastNames, vehicles } from './demo-names.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface DemoPerson {
  uid: string;
  kind: DemoKind;
  usertype: Usertype;
  firstName: string;
  lastName: string;
  mobile: string;
  email: string;
  referralId: string;
  rating: { count: number; sum: number };
}

export interface DemoDriver {
  person: DemoPerson;
  carType: DemoCarTypeKey;
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  other_info: string;
  /** Whether the driver belongs to the demonstration's fleet admin. */
  inFleet: boolean;
}

const usertypes: Readonly<Record<DemoKind, Usertype>> = {
  admin: 'admin',
  fleetadmin: 'fleetadmin',
  rider: 'rider',
  driver: 'driver',
  simRider: 'rider',
  simDriver: 'driver',
};

const kinds: readonly DemoKind[] = ['admin', 'fleetadmin', 'rider', 'simRider', 'driver', 'simDriver'];

/** People for manual use have fixed names; the names of all others are generated. */
const named: Readonly<Partial<Record<DemoKind, readonly (readonly [first: string, last: string])[]>>> = {
  admin: [['Isabel', 'Batlle']],
  fleetadmin: [['Rubén', 'Arocena']],
  rider: [
    ['Lucía', 'Fernández'],
    ['Mateo', 'Suárez'],
    ['Carolina', 'Techera'],
    ['Joaquín', 'Silveira'],
  ],
  driver: [
    ['Sergio', 'Bentancor'],
    ['Valeria', 'Pintos'],
    ['Washington', 'Moreira'],
    ['Daniela', 'Larrosa'],
    ['Gustavo', 'Cardozo'],
    ['Jimena', 'Olivera'],
  ],
};

/**
 * A UUID (version 8) derived from the name, identical on every machine, so that a repeated seed finds the same person.
 */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`kerb-demonstration:${name}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();

/** Unique referral numbers, from 1000 on. */
function referralNumberOf(kind: DemoKind, n: number): number {
  const kindsBefore = kinds.slice(0, kinds.indexOf(kind));
  return 1000 + kindsBefore.reduce((sum, one) => sum + demoPeople[one].count, 0) + n - 1;
}

function personOf(kind: DemoKind, n: number, random: SeededRandom): DemoPerson {
  const own = named[kind]?.[n - 1];
  const [firstName, lastName] = own ?? [random.pick(firstNames), random.pick(lastNames)];
  const mobile = demoMobile(kind, n);
  const number = referralNumberOf(kind, n);
  const count = kind === 'admin' || kind === 'fleetadmin' ? 0 : 12 + Math.floor(random.next() * 400);
  // Averages between 4.4 and 5.0, as for people in good standing.
  const mean = 4.4 + random.next() * 0.6;
  return {
    uid: demoId(`${kind}-${n}`),
    kind,
    usertype: usertypes[kind],
    firstName,
    lastName,
    mobile,
    email: `${plain(firstName)}.${plain(lastName)}${own ? '' : `.${number}`}@kerb.example`,
    referralId: `${referralStem(firstName)}${number}`,
    rating: { count, sum: Math.min(count * 5, Math.round(count * mean)) },
  };
}

/** Car types in the proportions in which they are generated. */
const typeWeights: readonly DemoCarTypeKey[] = [
  ...Array<DemoCarTypeKey>(9).fill('economy'),
  ...Array<DemoCarTypeKey>(5).fill('comfort'),
  ...Array<DemoCarTypeKey>(2).fill('van'),
  ...Array<DemoCarTypeKey>(4).fill('moto'),
];
/** Types of the first drivers: all types are covered, even when the simulator moves only a few drivers. */
const firstTypes: readonly DemoCarTypeKey[] = ['economy', 'comfort', 'van', 'moto', 'economy', 'comfort'];

const PLATE_LETTERS = 'ABCDEFGHJKLMNPRTUVX';

function driverOf(person: DemoPerson, n: number, random: SeededRandom): DemoDriver {
  const carType = firstTypes[n - 1] ?? random.pick(typeWeights);
  const { make, model } = random.pick(vehicles[carType]);
  const letters = `S${random.pick([...PLATE_LETTERS])}${random.pick([...PLATE_LETTERS])}`;
  return {
    person,
    carType,
    vehicleMake: make,
    vehicleModel: model,
    // Derived from the end of the mobile number, so that plates are unique.
    vehicleNumber: `${letters} ${1000 + (Number(person.mobile.slice(-4)) % 1000) * 7}`,
    other_info: random.pick(colours),
    inFleet: n % 4 === 0,
  };
}

export interface DemoPeople {
  people: readonly DemoPerson[];
  drivers: readonly DemoDriver[];
}

const SEED = 598;

/** All demonstration people; every call returns the same ones. */
export function demonstrationPeople(): DemoPeople {
  const random = seededRandom(SEED);
  const all = (kind: DemoKind): DemoPerson[] =>
    Array.from({ length: demoPeople[kind].count }, (_, index) => personOf(kind, index + 1, random));
  const driving = [all('driver'), all('simDriver')];
  const people = [all('admin'), all('fleetadmin'), all('rider'), all('simRider'), ...driving].flat();
  const drivers = driving.flatMap((group) =>
    group.map((person, index) => driverOf(person, index + 1, random)),
  );
  return { people, drivers };
}

export interface DemoSignIn {
  mobile: string;
  name: string;
  usertype: Usertype;
  purpose: DemoPurpose;
}

const signInPurposes = [
  ['rider', 1, 'ride'],
  ['rider', 2, 'ride'],
  ['driver', 1, 'drive_economy'],
  ['driver', 2, 'drive_comfort'],
  ['admin', 1, 'operate'],
  ['fleetadmin', 1, 'lead_fleet'],
] as const satisfies readonly (readonly [DemoKind, number, DemoPurpose])[];

/** People offered on /login in demonstration mode; the simulator does not move their cars. */
export function demonstrationSignIns(): DemoSignIn[] {
  const { people } = demonstrationPeople();
  return signInPurposes.flatMap(([kind, n, purpose]) => {
    const mobile = demoMobile(kind, n);
    const person = people.find((one) => one.mobile === mobile);
    return person
      ? [{ mobile, name: `${person.firstName} ${person.lastName}`, usertype: person.usertype, purpose }]
      : [];
  });
}
