// A booking in a given status with every kind of caller: its users, former users, and strangers.
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';
import type pg from 'pg';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { insertRow, type Row } from '../../apps/server/src/testing/insert-row.ts';
import type { Caller, Send } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking, moveBooking } from '../lib/insert-booking.ts';
import type { Facts } from './transitions.ts';

/** Every kind of caller, with the user type of the account. */
export const callers = {
  visitor: 'visitor',
  rider: 'rider',
  'another rider': 'rider',
  driver: 'driver',
  /** Has an open offer while the booking is NEW; later another driver has accepted. */
  'offered driver': 'driver',
  /** Had the trip until a dispatcher took it back. */
  'former driver': 'driver',
  'declined driver': 'driver',
  'another driver': 'driver',
  'fleet admin': 'fleetadmin',
  'another fleet admin': 'fleetadmin',
  admin: 'admin',
} as const satisfies Record<string, Usertype | 'visitor'>;
export type CallerName = keyof typeof callers;
const isCaller = (name: string): name is CallerName => name in callers;
export const allCallers: readonly CallerName[] = Object.keys(callers).filter(isCaller);

export type People = Readonly<Record<CallerName, Caller>>;

export interface TestTrip {
  readonly id: string;
  readonly people: People;
  /** Uid of the driver whom an admin offers or assigns the booking to. */
  readonly free: string;
}

export interface TripTools {
  readonly environment: AccessEnvironment;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly send: Send;
}

const FAR = 4_102_444_800_000;
const MINUTE_MS = 60_000;
const CODE = '12345';

const hasDriver = (status: BookingStatus): boolean => status !== 'NEW' && status !== 'PAYMENT_PENDING';

async function addPeople({ environment, pool }: TripTools): Promise<People> {
  const person = async (name: CallerName): Promise<Caller> => {
    const role = callers[name];
    return role === 'visitor' ? { role, uid: '', headers: {} } : environment.person(role);
  };
  const people: People = {
    visitor: await person('visitor'),
    rider: await person('rider'),
    'another rider': await person('another rider'),
    driver: await person('driver'),
    'offered driver': await person('offered driver'),
    'former driver': await person('former driver'),
    'declined driver': await person('declined driver'),
    'another driver': await person('another driver'),
    'fleet admin': await person('fleet admin'),
    'another fleet admin': await person('another fleet admin'),
    admin: await person('admin'),
  };
  await pool.query('update drivers set driver_active_status = true');
  await pool.query('update drivers set fleetadmin = $2 where uid = $1', [
    people.driver.uid,
    people['fleet admin'].uid,
  ]);
  return people;
}

/** Cost of the booking, in minor units. */
const TOTAL = 11_000;

/** The columns that follow from the facts. */
function columnsOf(facts: Facts, status: BookingStatus, people: People, follows: string | null): Row {
  const now = Date.now();
  const isPaid = status === 'PAID' || status === 'COMPLETE';
  const paidBy = (payment: Facts['payment']): number => (isPaid && facts.payment === payment ? TOTAL : 0);
  return {
    appcat: facts.kind === 'parcel' ? 'delivery' : 'taxi',
    payment_mode: facts.payment,
    // A payment before the trip is in the row and in the ledger.
    ...(facts.isPrepaid
      ? {}
      : {
          cash_payment_amount: paidBy('cash'),
          used_wallet_money: paidBy('wallet'),
          card_payment_amount: paidBy('card'),
        }),
    ...(facts.isLater ? { book_later: true, tripdate: now + 120 * MINUTE_MS } : {}),
    otp: facts.hasCode ? CODE : null,
    ...(hasDriver(status) ? { fleetadmin: people['fleet admin'].uid } : {}),
    ...(status === 'CANCELLED'
      ? { driver: people.driver.uid, driver_name: 'Eva', driver_accept_time: now - 40 * MINUTE_MS }
      : {}),
    ...(follows === null ? {} : { follows, pickup_promised_at: FAR, pickup_expected_at: FAR }),
  };
}

async function addBooking(
  { environment, pool, send }: TripTools,
  status: BookingStatus,
  { facts, people, follows }: { facts: Facts; people: People; follows: string | null },
): Promise<string> {
  const driver = people.driver.uid;
  const customer = people.rider.uid;
  const more = columnsOf(facts, status, people, follows);
  const { carType } = environment;
  if (!facts.isPrepaid) return insertBooking(pool, { status, carType, customer, driver, more });
  const unpaid = columnsOf(facts, 'PAYMENT_PENDING', people, null);
  const parcel = { carType, customer, driver, more: unpaid };
  const id = await insertBooking(pool, { ...parcel, status: 'PAYMENT_PENDING' });
  const { status: answered } = await send(
    'payBooking',
    { params: { id }, body: { payment_mode: 'wallet' } },
    people.rider,
  );
  if (answered !== 200) throw new Error(`The prepayment was answered ${answered}`);
  await moveBooking(pool, id, { status, driver, more });
  return id;
}

async function addOffers(
  { pool }: TripTools,
  booking: string,
  status: BookingStatus,
  { facts, people }: { facts: Facts; people: People },
): Promise<void> {
  if (status === 'PAYMENT_PENDING') return;
  const isOpen = status === 'NEW';
  const offer = (name: CallerName, outcome: string | null) =>
    insertRow(pool, 'booking_requests', {
      booking,
      driver: people[name].uid,
      requested_at: Date.now() - MINUTE_MS,
      expires_at: facts.isOfferOver ? Date.now() - 1 : FAR,
      outcome,
    });
  await offer('offered driver', isOpen ? null : 'lost');
  await offer('former driver', 'reassigned');
  await offer('declined driver', 'declined');
  if (!isOpen) await offer('driver', 'accepted');
  if (isOpen && facts.hasOtherOffer) await offer('another driver', null);
}

/** Adds the current trip of the driver of a follow-on trip. */
async function addTripBefore({ environment, pool }: TripTools, people: People): Promise<string> {
  const { uid } = await environment.person('rider');
  const trip = { carType: environment.carType, customer: uid, driver: people.driver.uid };
  return insertBooking(pool, { ...trip, status: 'STARTED' });
}

export async function makeTrip(tools: TripTools, status: BookingStatus, facts: Facts): Promise<TestTrip> {
  const { environment, send } = tools;
  const people = await addPeople(tools);
  const { uid: free } = await environment.person('driver');
  const follows = facts.isFollowOn ? await addTripBefore(tools, people) : null;
  if (facts.hasMoney) {
    const body = { amount: 1_000, source: 'cash', reason: 'Proof' };
    await send('addToWallet', { params: { id: people.rider.uid }, body }, people.admin);
  }
  const id = await addBooking(tools, status, { facts, people, follows });
  await addOffers(tools, id, status, { facts, people });
  return { id, people, free };
}
