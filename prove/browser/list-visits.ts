// Lists the screens of every role, and those of the bookings and users that contain payloads.
import type { Usertype } from '@kerb/domain/identity';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import type { Trip } from './enter-payloads.ts';
import type { Visit } from './visit-screens.ts';

const screensOf: Readonly<Record<Usertype | 'visitor', readonly string[]>> = {
  visitor: ['/', '/about-us', '/privacy-policy', '/login', '/driver-signup', '/dev/inbox'],
  rider: ['/', '/bookings', '/profile', '/wallet'],
  driver: ['/', '/driver', '/driver/day', '/bookings', '/profile', '/wallet', '/wallet/statement'],
  fleetadmin: ['/', '/dashboard', '/bookings', '/drivers', '/vehicles', '/driverearning', '/profile'],
  admin: [
    '/',
    '/dashboard',
    '/dashboard?tab=figures',
    '/alerts',
    '/bookings',
    '/addbookings',
    '/profile',
    '/riders',
    '/drivers',
    '/vehicles',
    '/fleetadmins',
    '/alladmin',
    '/cartypes',
    '/cartypes/new',
    '/cancelreasons',
    '/promos',
    '/notifications',
    '/earningreports',
    '/driverearning',
    '/addtowallet',
    '/withdraws',
    '/farereviews',
    '/money',
    '/settings',
    '/appinfo',
    '/whatif',
    '/shifts',
    '/opendata',
    '/languagesetting',
  ],
};
const partsOfPeople = ['details', 'bookings', 'wallet', 'documents', 'ratings', 'audit'];

const tokenOf = ({ headers }: Caller): string | undefined => headers.authorization?.replace('Bearer ', '');

const visitsOf = (caller: Caller, addresses: readonly string[]): Visit[] =>
  addresses.map((address) => ({ name: `${caller.role} ${address}`, address, token: tokenOf(caller) }));

/** Three screens, one for each role, that show the chat of the trip. */
export const fewVisits = ({ id, rider, driver, admin }: Trip): Visit[] => [
  ...visitsOf(rider, [`/trip/${id}/chat`]),
  ...visitsOf(driver, [`/driver/trip/${id}/chat`]),
  ...visitsOf(admin, [`/bookings/${id}`]),
];

interface PersonRow {
  readonly uid: string;
  readonly usertype: Usertype;
}

interface BookingRow {
  readonly id: string;
  readonly customer: string;
  readonly driver: string | null;
}

const hasPayload = (table: string): string => `position('xss(' in ${table}::text) > 0`;

async function visitsOfBookings({ environment, pool }: CaseContext, admin: Caller, most: number) {
  const { rows } = await pool.query<BookingRow>(
    `select id, customer, driver from bookings b where ${hasPayload('b')}
       or exists (select 1 from chat_messages m where m.booking = b.id and ${hasPayload('m')})
     order by booking_date desc limit $1`,
    [most],
  );
  const visits: Visit[] = [];
  for (const { id, customer, driver } of rows) {
    visits.push(...visitsOf(admin, [`/bookings/${id}`]));
    visits.push(
      ...visitsOf(await environment.signedIn('rider', customer), [`/trip/${id}`, `/trip/${id}/chat`]),
    );
    if (driver === null) continue;
    const caller = await environment.signedIn('driver', driver);
    visits.push(...visitsOf(caller, [`/trip/${id}`, `/driver/trip/${id}`, `/driver/trip/${id}/chat`]));
  }
  return visits;
}

async function visitsOfPeople({ environment, pool }: CaseContext, admin: Caller, most: number) {
  const { rows } = await pool.query<PersonRow>(
    `select uid, usertype from (
       select u.uid, u.usertype, row_number() over (partition by u.usertype order by u.created_at desc) as nth
       from users u left join drivers d on d.uid = u.uid
       where u.approved and u.deleted_at is null and (${hasPayload('u')} or ${hasPayload('d')})) as found
     where nth <= $1`,
    [most],
  );
  const visits: Visit[] = [];
  for (const { uid, usertype } of rows) {
    const parts = partsOfPeople.map((part) => `/people/${uid}?part=${part}`);
    visits.push(
      ...visitsOf(admin, usertype === 'rider' || usertype === 'driver' ? parts : parts.slice(0, 1)),
    );
    visits.push(...visitsOf(await environment.signedIn(usertype, uid), screensOf[usertype]));
  }
  return visits;
}

async function visitsOfCatalogue({ pool }: CaseContext, admin: Caller, most: number) {
  const { rows: types } = await pool.query<{ id: string }>(
    `select id from car_types t where ${hasPayload('t')} limit $1`,
    [most],
  );
  const { rows: languages } = await pool.query<{ id: string }>(
    `select id from languages l where ${hasPayload('l')} limit $1`,
    [most],
  );
  return visitsOf(admin, [
    ...types.map(({ id }) => `/cartypes/${id}`),
    ...languages.map(({ id }) => `/languagesetting/${id}`),
  ]);
}

/** Every screen of every role; of bookings and users with payloads at most `most` each. */
export async function allVisits(context: CaseContext, { admin }: Trip, most: number): Promise<Visit[]> {
  const visitor: Visit[] = screensOf.visitor.map((address) => ({
    name: `visitor ${address}`,
    address,
    token: undefined,
  }));
  const fleetadmin = await context.environment.person('fleetadmin');
  const visits = [
    ...visitor,
    ...visitsOf(admin, screensOf.admin),
    ...visitsOf(fleetadmin, screensOf.fleetadmin),
    ...(await visitsOfCatalogue(context, admin, most)),
    ...(await visitsOfBookings(context, admin, most)),
    ...(await visitsOfPeople(context, admin, most)),
  ];
  return visits;
}
