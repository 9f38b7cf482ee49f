// Privacy proof: users enter marked texts through every route, and the markers are searched everywhere.
import { type RouteName, routes } from '@kerb/contract';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { changingRoutes } from '../idempotency/cases.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { type EnteredText, enterTexts } from './enter-texts.ts';
import { judgeErased, judgeExport, judgeOutput, judgeRegistry, judgeStored } from './judge-privacy.ts';
import { deletePeople, peopleOf } from './people.ts';
import { allOutlets, plantedFaults } from './planted.ts';
import { openPrivacyServer, type PrivacyServer } from './privacy-server.ts';
import { markerPattern, scanDatabase } from './scan-database.ts';

/** The operator's own texts, which are not personal and stay when the admin who wrote them is deleted. */
const operatorsTexts: readonly RouteName[] = [
  'addCancelReason',
  'addCarType',
  'addLanguage',
  'addNotification',
  'addPartnerKey',
  'addPromo',
  'addVehicle',
  'declareCarType',
  'editCancelReason',
  'editCarType',
  'editLanguage',
  'editMobilityProvider',
  'editNotification',
  'editPromo',
  'editSettings',
  'editVehicle',
  'importLanguage',
  'setUp',
];
/** Values returned by the browser's own API. */
const isOfBrowser = (field: string): boolean => field.startsWith('passkey.');

/** Routes that end accounts and sessions, or need a city. */
const leftOut: readonly RouteName[] = [
  'deleteMe',
  'deleteUser',
  'sendNotification',
  'sendNotificationToUsers',
];

export const allRoutes = changingRoutes.filter(
  (name) => !leftOut.includes(name) && !('rawBody' in routes[name]),
);

/** Profiles, bookings, places, and texts of others about a user. */
export const fewRoutes: readonly RouteName[] = [
  'updateProfile',
  'createBooking',
  'arriveBooking',
  'rateBooking',
  'reportTrip',
  'editRiderNotes',
];

/** Unrounded coordinates of the proof's users; below, combined with the markers and with the users' mobiles. */
const exactPlace = /34\.9058|56\.1913/g;
const everything = new RegExp(`${markerPattern.source}|${exactPlace.source}`, 'g');
const anyPerson = new RegExp(`${everything.source}|\\+5989[49]\\d{6}`);

interface Round {
  readonly entered: readonly EnteredText[];
  readonly violations: readonly string[];
}

async function secretsOf({ context }: PrivacyServer, callers: readonly Caller[]): Promise<string[]> {
  const { rows } = await context.pool.query<{ otp: string }>(
    'select distinct otp from dev_inbox_messages where otp is not null',
  );
  const codes = rows.map(({ otp }) => otp);
  const tokens = callers.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '');
  return [...codes, ...tokens].filter((secret) => secret.length > 4);
}

/** Enters, exports and erases on a server that may have a fault. */
async function tryRoutes(server: PrivacyServer, names: readonly RouteName[]): Promise<Round> {
  const { context, asOwner } = server;
  await server.takeOutput();
  const begun = Date.now();
  const all: EnteredText[] = [];
  for (const name of names) all.push(...(await enterTexts(name, context)));
  const entered = all.filter(({ route, field }) => !operatorsTexts.includes(route) && !isOfBrowser(field));
  const found = await scanDatabase(asOwner, markerPattern);
  const violations = [...(await judgeRegistry(asOwner)), ...judgeStored(entered, found)];
  const people = new Set<string>();
  for (const entry of entered) for (const uid of await peopleOf(context.pool, entry)) people.add(uid);
  const { rows } = await context.pool.query<{ uid: string; usertype: 'rider' | 'driver' }>(
    "select uid, usertype from users where uid = any($1) and usertype in ('rider', 'driver') and approved",
    [[...people]],
  );
  for (const { uid, usertype } of rows) {
    const caller = await context.environment.signedIn(usertype, uid);
    const { text } = await context.send('exportMe', {}, caller);
    violations.push(...(await judgeExport(asOwner, { uid, text }, entered, found)));
  }
  const secrets = await secretsOf(
    server,
    entered.map(({ caller }) => caller),
  );
  const admin = await context.environment.person('admin');
  const { rows: made } = await context.pool.query<{ uid: string }>(
    'select uid from users where created_at >= $1 and deleted_at is null and uid <> $2',
    [begun, admin.uid],
  );
  const uids = made.map(({ uid }) => uid);
  violations.push(...(await deletePeople(context, admin, uids)));
  violations.push(...judgeErased(entered, await scanDatabase(asOwner, everything)));
  violations.push(...judgeOutput(await server.takeOutput(), secrets, anyPerson));
  return { entered: all, violations: [...new Set(violations)] };
}

/** Plants all faults together; they stay in the database. */
async function plantFaults(server: PrivacyServer): Promise<PlantedFault[]> {
  for (const { sql } of plantedFaults) if (sql) await server.asOwner.query(sql);
  server.plant(allOutlets);
  const { violations } = await tryRoutes(server, [...new Set(plantedFaults.flatMap(({ names }) => names))]);
  return plantedFaults.map(({ fault, sign }) => ({
    fault,
    caught: violations.some((violation) => sign.test(violation)),
  }));
}

export async function provePrivacy(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  names: readonly RouteName[] = allRoutes,
): Promise<ProofReport> {
  const server = await openPrivacyServer(database);
  try {
    // Runs first, before planted faults leave anything in the database.
    const { entered, violations } = await tryRoutes(server, names);
    const fields = new Set(entered.map(({ route, field }) => `${route} ${field}`));
    log(`${fields.size} free texts of ${names.length} routes`);
    const planted = await plantFaults(server);
    return { tried: entered.length, violations, planted, more: { routes: names.length } };
  } finally {
    await server.close();
  }
}
