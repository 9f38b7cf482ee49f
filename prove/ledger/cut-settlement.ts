// Runs a settlement through the real code, and ends its connection or its process after a given statement.

import { minor } from '@kerb/domain/kernel';
import { settings } from '@kerb/domain/settings';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { v7 } from 'uuid';
import type { NoTables } from '../../apps/server/src/kit/db/index.ts';
import type { Actor, Queries } from '../../apps/server/src/kit/index.ts';
import { appendEvent, createTransactor } from '../../apps/server/src/kit/index.ts';
import type { BookingDeps } from '../../apps/server/src/modules/booking/booking.deps.ts';
import { createCollectCash } from '../../apps/server/src/modules/booking/money/collect-cash.ts';
import { driversRepository } from '../../apps/server/src/modules/fleet/drivers.repository.ts';
import type { WalletApi } from '../../apps/server/src/modules/wallet/index.ts';
import type { LedgerDatabase } from './ledger-database.ts';
import { walletOn } from './run-operations.ts';

const notAsked = () => Promise.reject(new Error('a settlement asks for nothing else'));

/** Dependencies of confirming cash: the real ledger and driver rows; everything else is stubbed. */
function settlementDeps(queries: Queries, wallet: WalletApi): BookingDeps {
  return {
    db: queries,
    reads: queries,
    withTx: createTransactor(queries),
    clock: { now: Date.now },
    ids: { next: () => v7() },
    random: (bytes) => new Uint8Array(bytes),
    settings: { get: async () => settings.parse({}), lockMoneyUnit: notAsked },
    languages: { textsFor: notAsked },
    images: { reencode: notAsked },
    storage: { put: notAsked, get: notAsked, remove: notAsked },
    maps: { directions: notAsked, matchTrace: notAsked, reverse: notAsked, assertInCity: notAsked },
    routing: { admitDirections: () => undefined },
    catalog: { carTypes: notAsked, cancelReasons: notAsked },
    identity: {
      userOf: notAsked,
      lockExisting: notAsked,
      lockWalletHolder: notAsked,
      lockApproved: notAsked,
      recordRating: notAsked,
      rememberAddress: notAsked,
    },
    fleet: {
      carType: notAsked,
      lockCarType: notAsked,
      driverOf: notAsked,
      lockDriver: notAsked,
      dutyState: notAsked,
      findDriver: notAsked,
      eligibleNear: notAsked,
      isFinishingNear: notAsked,
      live: { get: () => null },
      positions: { of: notAsked },
      reportingDevices: { use: notAsked },
      async setQueue(tx, uid, busy) {
        await driversRepository(tx).setQueue(uid, busy);
        await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
      },
    },
    wallet,
    promos: { offers: notAsked, offer: notAsked, recordUse: notAsked, removeUse: notAsked },
    payments: {
      captureOf: notAsked,
      elsewhereOf: notAsked,
      refund: notAsked,
      openTip: notAsked,
      ofBooking: notAsked,
      mayStillPay: notAsked,
    },
    search: { candidates: notAsked },
  };
}

export interface Trip {
  booking: string;
  rider: string;
  driver: string;
}

/**
 * The driver of a trip confirms the cash; `after` receives the number of each completed statement, of which the first
 * is begin and the last commit. Returns the number of statements.
 */
export async function settle(
  pool: pg.Pool,
  trip: Trip,
  after: (statement: number) => void | Promise<void> = () => undefined,
  plant: (wallet: WalletApi) => WalletApi = (wallet) => wallet,
): Promise<number> {
  let statements = 0;
  const queries = new Kysely<NoTables>({
    dialect: new PostgresDialect({ pool }),
    log: async () => {
      statements += 1;
      await after(statements);
    },
  });
  const actor: Actor = { uid: trip.driver, usertype: 'driver', sessionId: trip.driver };
  await createCollectCash(settlementDeps(queries, plant(walletOn({ queries }))))(actor, trip.booking);
  return statements;
}

/** Planted fault: the booking is marked as paid in one transaction and the ride is written in another. */
export const inTwoTransactions = (wallet: WalletApi): WalletApi => ({
  ...wallet,
  async settleRide(tx, booking, ride) {
    await sql`commit`.execute(tx);
    await sql`begin`.execute(tx);
    await wallet.settleRide(tx, booking, ride);
  },
});

/** Adds a trip at its drop-off: a part is held in the rider's wallet, the rest is paid in cash. */
export async function addTrip(database: LedgerDatabase): Promise<Trip> {
  const trip = { booking: v7(), rider: v7(), driver: v7() };
  const account = { kind: 'rider', owner: trip.rider } as const;
  const wallet = walletOn(database);
  await createTransactor(database.queries)(async (tx) => {
    await wallet.creditByAdmin(tx, v7(), { account, amount: minor(5_000) });
    await wallet.reservePrepayment(tx, trip.booking, trip.rider, minor(3_000));
  });
  const reference = trip.booking.slice(-6).toUpperCase().replaceAll(/[01]/g, 'Z');
  await database.asOwner.query(
    `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate,
       booking_date, dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact,
       customer_email, customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate,
       estimate_distance_km, estimate_time_secs, trip_cost, convenience_fees, driver_share, breakdown,
       payment_mode, payable_amount, driver, driver_accept_time, customer_paid, used_wallet_money, wallet_held)
     values ($1, $2, 'REACHED', 'taxi', gen_random_uuid(), false, false, 1, 1, 1, gen_random_uuid(), '', '', $3, '',
       '', '', '', '{"add": ""}', '{"add": ""}', '[]', '', '{}', 0, 0, 0, 20000, 2000, 18000, '{}', 'cash', 17000,
       $4, 1, 3000, 3000, 3000)`,
    [trip.booking, reference, trip.rider, trip.driver],
  );
  return trip;
}

/** Counts all rows that a settlement writes; equal values before and after mean that nothing was written. */
export async function traceOf({ asOwner }: LedgerDatabase, trip: Trip): Promise<string> {
  const { rows } = await asOwner.query(
    `select (select status || ' ' || customer_paid || ' ' || (paid_at is not null) from bookings where id = $1) as booking,
       (select count(*) from ledger_transactions where booking = $1) as transactions,
       (select count(*) from ledger_entries e join ledger_transactions t on t.id = e.transaction where t.booking = $1) as entries,
       (select count(*) from ledger_chain_links c join ledger_transactions t on t.id = c.transaction where t.booking = $1) as links,
       (select coalesce(sum(balance), 0) from ledger_accounts where owner = $2) as rider,
       (select coalesce(sum(balance), 0) from ledger_accounts where owner = $3) as driver,
       (select count(*) from outbox_events where topics && array['user:' || $2::text, 'user:' || $3::text, 'booking:' || $1::text]) as events,
       (select count(*) from graphile_worker.jobs where key = 'booking.complete:' || $1::text) as jobs`,
    [trip.booking, trip.rider, trip.driver],
  );
  return JSON.stringify(rows[0]);
}
