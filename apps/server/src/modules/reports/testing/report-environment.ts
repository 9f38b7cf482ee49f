// Bookings, wallets and people for the tests of reports: real tables and a real ledger, amounts in minor units.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Usertype } from '@kerb/domain/identity';
import { bookingReference, minor, ZERO } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { createPdfDocuments } from '../../../adapters/pdf/pdf-documents.ts';
import type { Actor } from '../../../kit/index.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { createWalletModule } from '../../wallet/index.ts';

export interface Ride {
  at: number;
  driver: string;
  fleetadmin?: string | null;
  share: number;
  fee: number;
  discount?: number;
  cash?: boolean;
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

  const columns = `id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate, booking_date,
    dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact, customer_email,
    customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate, estimate_distance_km,
    estimate_time_secs, breakdown, payment_mode, payable_amount`;
  const values = `$1, $2, $3, 'taxi', $4, false, false, 1, 1, 1, $4, 'Economy', '', $5, 'Ana', '+1', 'a@example.com', '',
    '{"lat":1,"lng":2,"add":"Plaza"}', '{"lat":1,"lng":2,"add":"Rambla"}', '[]', '', '{"decimals":2}', 1, 1, 1, '{}',
    'cash', 1`;
  const firstValues = (id: string, status: string, customer: string) => [
    id,
    bookingReference(randomBytes(6)),
    status,
    randomUUID(),
    customer,
  ];

  /** A booking that is PAID, settled in the ledger at the same moment; answers its id. */
  async function addRide({ at, driver, fleetadmin = null, share, fee, discount = 0, cash = false }: Ride) {
    const id = v7();
    const rider = randomUUID();
    const paid = share + fee - discount;
    await pool.query(
      `insert into bookings (${columns}, trip_cost, driver_share, convenience_fees, discount_amount, customer_paid,
         driver, driver_name, vehicle_number, driver_accept_time, paid_at, fleetadmin)
       values (${values}, $6, $7, $8, $9, $10, $11, 'Sergio Paz', 'SBA 1234', 1, $12, $13)`,
      [
        ...firstValues(id, paid % 2 === 0 ? 'PAID' : 'COMPLETE', rider),
        share + fee,
        share,
        fee,
        discount,
        paid,
        driver,
        at,
        fleetadmin,
      ],
    );
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

  async function addCancelled({ at, driver, fee }: { at: number; driver: string; fee: number }) {
    const id = v7();
    const rider = randomUUID();
    await pool.query(
      `insert into bookings (${columns}, trip_cost, driver_share, convenience_fees, driver, driver_name,
         vehicle_number, driver_accept_time, cancelled_at, cancellation_fee, cancelled_by, reason)
       values (${values}, 900, 800, 100, $6, 'Sergio Paz', 'SBA 1234', 1, $7, $8, 'rider', 'Plans have changed')`,
      [...firstValues(id, 'CANCELLED', rider), driver, at, fee],
    );
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
    /** Refunds to the wallet, at the moment given. */
    async refund(booking: string, rider: string, amount: number, at: number) {
      time.now = at;
      await withTx((tx) =>
        wallet.api.refundBooking(tx, v7(), { booking, rider, toWallet: minor(amount), toCard: ZERO }),
      );
    },
  };
}
