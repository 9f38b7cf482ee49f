// Test environment of reports: bookings, wallets and users in real tables, with a real ledger; amounts in minor units.
import { randomInt, randomUUID } from 'node:crypto';
import type { Usertype } from '@kerb/domain/identity';
import { minor, ZERO } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { createPdfDocuments } from '../../../adapters/pdf/pdf-documents.ts';
import type { Actor } from '../../../kit/index.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { createWalletModule } from '../../wallet/index.ts';
import { insertBooking } from './insert-booking.ts';

export interface Ride {
  at: number;
  driver: string;
  fleetadmin?: string | null;
  share: number;
  fee: number;
  discount?: number;
  cash?: boolean;
  /** A new id by default. */
  rider?: string;
}

export const actorOf = (usertype: Usertype, uid: string = randomUUID()): Actor => ({
  uid,
  usertype,
  sessionId: 'of the test',
});

export async function createReportEnvironment(change: Partial<Settings> = {}) {
  const database = await createTestDatabase();
  const { pool, queries: db, withTx } = database;
  const current = settingsSchema.parse({
    timezone: 'America/Montevideo',
    decimal: 2,
    symbol: '$U',
    ...change,
  });
  const time = { now: Date.parse('2026-05-10T12:00:00Z') };
  const clock = { now: () => time.now };
  const settings = { get: async () => current };
  const wallet = createWalletModule({ db, clock, ids: { next: () => v7() }, settings });
  const languages = new Map<string, string>();

  async function addPerson(usertype: Usertype, name: string, fleetadmin: string | null = null) {
    const uid = randomUUID();
    await pool.query(
      `insert into users (uid, usertype, first_name, last_name, mobile, referral_id, login_type, created_at, updated_at)
       values ($1, $2, $3, 'Paz', $4, $5, 'mobile', 1, 1)`,
      [uid, usertype, name, `+598${randomInt(1e9, 1e10)}`, uid.slice(0, 12)],
    );
    if (usertype === 'driver')
      await pool.query(`insert into drivers (uid, vehicle_number, fleetadmin) values ($1, 'SBA 1234', $2)`, [
        uid,
        fleetadmin,
      ]);
    return uid;
  }

  /** Adds a PAID booking that is settled in the ledger at the same time; returns its id. */
  async function addRide(ride: Ride) {
    const { at, driver, fleetadmin = null, share, fee, discount = 0, cash = false } = ride;
    const rider = ride.rider ?? randomUUID();
    const paid = share + fee - discount;
    const id = await insertBooking(pool, {
      status: paid % 2 === 0 ? 'PAID' : 'COMPLETE',
      customer: rider,
      trip_cost: share + fee,
      driver_share: share,
      convenience_fees: fee,
      discount_amount: discount,
      customer_paid: paid,
      driver,
      driver_name: 'Sergio Paz',
      vehicle_number: 'SBA 1234',
      driver_accept_time: 1,
      paid_at: at,
      fleetadmin,
    });
    time.now = at;
    const settlement = {
      rider,
      driver,
      driver_share: minor(share),
      convenience_fees: minor(fee),
      discount_amount: minor(discount),
      usedWalletMoney: cash ? ZERO : minor(paid),
      cashPaymentAmount: cash ? minor(paid) : ZERO,
      cardPaymentAmount: ZERO,
      prepaidAmount: ZERO,
    };
    await withTx((tx) => wallet.api.settleRide(tx, id, settlement));
    return { id, rider };
  }

  async function addCancelled({
    at,
    driver,
    fee,
    rider = randomUUID(),
  }: Pick<Ride, 'at' | 'driver' | 'fee' | 'rider'>) {
    const id = await insertBooking(pool, {
      status: 'CANCELLED',
      customer: rider,
      trip_cost: 900,
      driver_share: 800,
      convenience_fees: 100,
      driver,
      driver_name: 'Sergio Paz',
      vehicle_number: 'SBA 1234',
      driver_accept_time: 1,
      cancelled_at: at,
      cancellation_fee: fee,
      cancelled_by: 'rider',
      reason: 'Plans have changed',
    });
    time.now = at;
    if (fee > 0)
      await withTx((tx) => wallet.api.chargeCancellation(tx, id, { rider, driver, fee: minor(fee) }));
    return id;
  }

  return {
    database,
    db,
    pool,
    withTx,
    wallet: wallet.api,
    current,
    time,
    languages,
    deps: {
      db,
      clock,
      settings,
      documents: createPdfDocuments(),
      languages: shippedLanguagesApi,
      identity: {
        userOf: async (uid: string) => {
          const langLocale = languages.get(uid);
          return langLocale === undefined ? null : { lang: { langLocale } };
        },
      },
    },
    addPerson,
    addRide,
    addCancelled,
    /** Refunds an amount to the wallet at the given time. */
    async refund(booking: string, rider: string, amount: number, at: number) {
      time.now = at;
      await withTx((tx) =>
        wallet.api.refundBooking(tx, v7(), { booking, rider, toWallet: minor(amount), toCard: ZERO }),
      );
    },
  };
}
