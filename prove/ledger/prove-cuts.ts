// Interrupts a settlement after each of its statements: it must be written completely or not at all, and a retry must
// complete it.
import { join } from 'node:path';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { type Database, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { runUntilKilled } from '../lib/child-process.ts';
import { addTrip, inTwoTransactions, settle, type Trip, traceOf } from './cut-settlement.ts';
import type { LedgerDatabase } from './ledger-database.ts';

export type Cut = (database: LedgerDatabase, trip: Trip, after: number) => Promise<boolean>;

const openFor = ({ url }: LedgerDatabase, applicationName: string): Database =>
  openDatabase({ connectionString: url, role: APP_ROLE, applicationName, maxConnections: 1 });

async function endConnection(
  database: LedgerDatabase,
  trip: Trip,
  after: number,
  plant?: typeof inTwoTransactions,
): Promise<boolean> {
  const name = `cut ${trip.booking}`;
  const { pool, close } = openFor(database, name);
  try {
    const cut = async (statement: number) => {
      if (statement === after)
        await database.asOwner.query(
          'select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = $1',
          [name],
        );
    };
    await settle(pool, trip, cut, plant);
    return false;
  } catch {
    return true;
  } finally {
    await close();
  }
}

/** Ends the connection in the database; true when the settlement received the error. */
export const cutConnection: Cut = (database, trip, after) => endConnection(database, trip, after);

/** The same for a settlement with a planted fault. */
export const cutFaulty: Cut = (database, trip, after) =>
  endConnection(database, trip, after, inTwoTransactions);

/** Kills the process of the settlement; true when it was killed. */
export const killProcess: Cut = ({ url }, trip, after) =>
  runUntilKilled(join(import.meta.dirname, 'settle.child.ts'), { url, trip, after });

async function settleFully(database: LedgerDatabase, trip: Trip): Promise<number> {
  const { pool, close } = openFor(database, 'settle');
  try {
    return await settle(pool, trip);
  } finally {
    await close();
  }
}

/** Number of statements of a settlement, including begin and commit. */
export const countStatements = async (database: LedgerDatabase): Promise<number> =>
  settleFully(database, await addTrip(database));

/** Waits until the backend of a killed process has ended; until then it may lock the booking. */
async function waitForBackendEnd({ asOwner }: LedgerDatabase, trip: Trip): Promise<void> {
  await asOwner.query('begin; lock table bookings in share row exclusive mode; commit');
  await asOwner.query('select 1 from bookings where id = $1 for update', [trip.booking]);
}

/**
 * One sentence for each interruption that left a partial settlement or could not be completed. `all` is the number of
 * the commit.
 */
export async function proveCuts(
  database: LedgerDatabase,
  { how, cut, statements, all }: { how: string; cut: Cut; statements: readonly number[]; all: number },
): Promise<string[]> {
  const found: string[] = [];
  for (const after of statements) {
    const trip = await addTrip(database);
    const nothing = await traceOf(database, trip);
    const wasCut = await cut(database, trip, after);
    if (!wasCut && after < all) found.push(`${how} after statement ${after}: it went on`);
    await waitForBackendEnd(database, trip);
    const left = await traceOf(database, trip);
    if (after < all) {
      if (left !== nothing) found.push(`${how} after statement ${after} of ${all} left a part: ${left}`);
      await settleFully(database, trip).catch(({ message }: Error) =>
        found.push(`${how} after statement ${after} of ${all} cannot be completed: ${message}`),
      );
    }
    const whole = await traceOf(database, trip);
    const expected = { ...JSON.parse(nothing), ...everything };
    if (whole !== JSON.stringify(expected))
      found.push(`${how} after statement ${after} of ${all}, tried again: ${whole}`);
    if (after === all && left !== whole) found.push(`${how} after the commit: ${left}`);
  }
  return found;
}

/** Final state of a settled trip: 180.00 earned, 170.00 paid in cash, 30.00 held before. */
const everything = {
  booking: 'PAID 20000 true',
  transactions: '2',
  entries: '6',
  links: '2',
  rider: '2000',
  driver: '1000',
  events: '5',
  jobs: '1',
};
