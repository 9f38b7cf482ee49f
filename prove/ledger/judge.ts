// Checks a ledger after a load: by SQL, by the domain rules, and against the model that recorded every operation.
import type { RideSettlement } from '@kerb/domain/ledger';
import { verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import type { VehicleCharge } from '../../apps/server/src/modules/wallet/index.ts';
import type { LedgerDatabase } from './ledger-database.ts';
import type { Outcome } from './run-operations.ts';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Reference of six characters, different for each number. */
const referenceOf = (number: number): string =>
  Array.from({ length: 6 }, (_, place) => LETTERS[Math.floor(number / 32 ** place) % 32]).join('');

/** Inserts the bookings of the settled rides, so that verification can compare them. */
export async function addBookings(
  { asOwner }: LedgerDatabase,
  rides: readonly { booking: string; settlement: RideSettlement }[],
): Promise<void> {
  const rows = rides.map(({ booking, settlement: ride }, index) => ({
    id: booking,
    reference: referenceOf(index),
    customer: ride.rider,
    driver: ride.driver,
    share: ride.driver_share,
    fees: ride.convenience_fees,
    discount: ride.discount_amount,
    wallet: ride.usedWalletMoney + ride.prepaidAmount,
    held: ride.prepaidAmount,
    cash: ride.cashPaymentAmount,
    card: ride.cardPaymentAmount,
  }));
  const client = await asOwner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate,
         booking_date, dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact,
         customer_email, customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate,
         estimate_distance_km, estimate_time_secs, trip_cost, convenience_fees, driver_share, discount_amount,
         breakdown, payment_mode, payable_amount, driver, used_wallet_money, cash_payment_amount,
         card_payment_amount, wallet_held, driver_accept_time, customer_paid, paid_at)
       select id, reference, 'PAID', 'taxi', gen_random_uuid(), false, false, 1, 1, 1, id, '', '', customer, '', '',
         '', '', '{"add": ""}', '{"add": ""}', '[]', '', '{}', 0, 0, 0, share + fees, fees, share, discount, '{}', 'cash', 0, driver,
         wallet, cash, card, held, 1, share + fees - discount, 1
       from jsonb_to_recordset($1) as r (id uuid, reference text, customer uuid, driver uuid, share bigint,
         fees bigint, discount bigint, wallet bigint, held bigint, cash bigint, card bigint)`,
      [JSON.stringify(rows)],
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

/** Inserts the charges of vehicles that were posted, so that verification can compare them. */
export async function addCharges(
  { asOwner }: LedgerDatabase,
  charges: readonly VehicleCharge[],
): Promise<void> {
  // Each charge has its own vehicle, because rent is charged once for each vehicle, driver and day.
  const client = await asOwner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      `insert into vehicle_charges (id, handover, kind, vehicle, driver, fleetadmin, day, booking, driver_share, part,
         amount, at)
       select id, id, kind, id, driver, fleetadmin, case kind when 'rent' then date '2026-03-02' end, booking,
         case kind when 'commission' then 1 end, case kind when 'commission' then 1 end, amount, 1
       from jsonb_to_recordset($1) as c (id uuid, kind text, driver uuid, fleetadmin uuid, booking uuid, amount bigint)`,
      [JSON.stringify(charges)],
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function balancesOf({ asOwner }: LedgerDatabase): Promise<Map<string, number>> {
  const { rows } = await asOwner.query<{ account: string; balance: string }>(
    `select coalesce(owner::text, 'provider ' || provider, kind) as account, balance from ledger_accounts`,
  );
  return new Map(rows.map(({ account, balance }) => [account, Number(balance)]));
}

const noFiles = { put: async () => undefined, get: async () => null, remove: async () => undefined };

/** Returns one sentence for each difference. */
export async function judge(database: LedgerDatabase, outcome: Outcome): Promise<string[]> {
  const { checks } = await verifyLedger({ db: database.queries, storage: noFiles, secret: 'of the proof' });
  const found = checks.flatMap(({ name, differences }) => differences.map((text) => `${name}: ${text}`));
  const stored = await balancesOf(database);
  for (const account of new Set([...stored.keys(), ...outcome.balances.keys()])) {
    const sql = stored.get(account) ?? 0;
    const model = outcome.balances.get(account) ?? 0;
    if (sql !== model) found.push(`account ${account}: ${sql} in the database, ${model} by the model`);
  }
  return found;
}
