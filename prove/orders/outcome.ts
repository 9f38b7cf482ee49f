// Reads the state of bookings and their users after concurrent actions, and checks it.
import type pg from 'pg';
import { type Callers, type RoleName, roles } from './situation.ts';

interface OfferRow {
  readonly driver: string;
  readonly outcome: string | null;
}

interface EventRow {
  readonly name: string;
  readonly status: string | null;
  readonly from: string | null;
}

interface BookingRow {
  readonly id: string;
  readonly status: string;
  readonly driver: string | null;
  readonly follows: string | null;
  readonly cancelled_by: string | null;
  readonly payment_mode: string;
  readonly customer_paid: number;
  readonly payable_amount: number;
  readonly wallet_held: number;
  readonly offers: readonly OfferRow[];
  readonly events: readonly EventRow[];
  /** Kinds of its ledger transactions. */
  readonly ledger: readonly string[];
}

interface PersonRow {
  readonly uid: string;
  readonly busy: boolean | null;
  readonly onDuty: boolean | null;
  readonly balance: number;
}

export interface Outcome {
  readonly bookings: readonly BookingRow[];
  readonly people: readonly PersonRow[];
}

const bookingsQuery = `
  select b.id, b.status, b.driver, b.follows, b.cancelled_by, b.payment_mode, b.customer_paid::int, b.payable_amount::int,
    b.wallet_held::int,
    coalesce((select jsonb_agg(jsonb_build_object('driver', driver, 'outcome', outcome)) from booking_requests r
      where r.booking = b.id), '[]') as offers,
    coalesce((select jsonb_agg(jsonb_build_object('name', name, 'status', data ->> 'status', 'from', data ->> 'from')
        order by id) from outbox_events e where e.id > $2 and data ->> 'booking_id' = b.id::text), '[]') as events,
    coalesce((select jsonb_agg(kind order by kind) from ledger_transactions l where l.booking = b.id), '[]') as ledger
  from bookings b where b.id = any($1)`;

const peopleQuery = `
  select u.uid, d.queue as busy, d.driver_active_status as "onDuty",
    coalesce((select balance::int from ledger_accounts a where a.owner = u.uid), 0) as balance
  from users u left join drivers d on d.uid = u.uid where u.uid = any($1)`;

/** Position of the last event; later events are read afterwards. */
export async function lastEvent(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query('select coalesce(max(id), 0)::int as last from outbox_events');
  return rows[0]?.last ?? 0;
}

export async function readOutcome(
  pool: Pick<pg.Pool, 'query'>,
  ids: readonly string[],
  { callers, since }: { callers: Callers; since: number },
): Promise<Outcome> {
  const uids = roles.map((role) => callers[role].uid);
  const [bookings, people] = await Promise.all([
    pool.query<BookingRow>(bookingsQuery, [ids, since]),
    pool.query<PersonRow>(peopleQuery, [uids]),
  ]);
  const inOrder = ids.flatMap((id) => bookings.rows.filter((row) => row.id === id));
  return {
    bookings: inOrder,
    people: uids.flatMap((uid) => people.rows.filter((row) => row.uid === uid)),
  };
}

const busy = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'];
const withoutDriver = ['PAYMENT_PENDING', 'NEW'];
const settled = ['PAID', 'COMPLETE'];

function brokenOf(booking: BookingRow, others: readonly BookingRow[], from: string): string[] {
  const { status, driver, offers, events } = booking;
  const found: string[] = [];
  if (withoutDriver.includes(status) && driver !== null) found.push(`${status} with a driver`);
  if (!withoutDriver.includes(status) && status !== 'CANCELLED' && driver === null)
    found.push(`${status} without a driver`);
  const open = offers.filter(({ outcome }) => outcome === null);
  if (status !== 'NEW' && open.length > 0) found.push(`${status} with an open offer`);
  const accepted = offers.filter(({ outcome }) => outcome === 'accepted');
  if (accepted.length > 1) found.push('accepted by two drivers');
  if (status === 'ACCEPTED' && accepted[0] !== undefined && accepted[0].driver !== driver)
    found.push('ACCEPTED by another driver than its own');
  if (status === 'NEW' && accepted.length > 0) found.push('NEW with an accepted offer');
  const before = booking.follows === null ? null : others.find(({ id }) => id === booking.follows);
  if (before !== null && !(before && busy.includes(before.status) && before.driver === driver))
    found.push('it follows a trip that its driver is not on');
  const settlements = booking.ledger.filter((kind) => kind === 'ride').length;
  if (settlements > 1 || (settlements === 1) !== settled.includes(status))
    found.push(`${status} with ${settlements} settlements in the ledger`);
  const steps = events.filter(({ name, from }) => name === 'booking.changed' && from !== null);
  const path = [from, ...steps.map((step) => step.status)];
  if (path.at(-1) !== status || steps.some((step, index) => step.from !== path[index]))
    found.push(`${status}, and its events say ${path.join(', ')}`);
  return found;
}

/** One sentence for each violated invariant that does not depend on the order. */
export function brokenIn({ bookings, people }: Outcome, before: Outcome): string[] {
  const found = bookings.flatMap((booking, index) =>
    brokenOf(booking, bookings, before.bookings[index]?.status ?? ''),
  );
  for (const { uid, busy: isBusy, onDuty, balance } of people) {
    if (isBusy === null) {
      if (balance < 0) found.push('a wallet is below zero');
      continue;
    }
    const trips = bookings.filter(
      ({ driver, status, follows }) => driver === uid && busy.includes(status) && follows === null,
    );
    if (trips.length > 1) found.push(`a driver is on ${trips.length} trips`);
    if (isBusy !== trips.length > 0)
      found.push(`a driver with ${trips.length} trips is ${isBusy ? 'busy' : 'free'}`);
    if (isBusy && !onDuty) found.push('a driver on a trip is off duty');
  }
  return found;
}

/** The outcome as a text, which is equal for equivalent outcomes of other bookings and users. */
export function signatureOf(
  { bookings, people }: Outcome,
  { callers, before }: { callers: Callers; before: Outcome },
): string {
  const nameOf = (uid: string | null): RoleName | null =>
    roles.find((role) => callers[role].uid === uid) ?? null;
  const balances = new Map(before.people.map(({ uid, balance }) => [uid, balance]));
  return JSON.stringify([
    bookings.map(({ id: _, driver, follows, offers, events, ...row }) => ({
      ...row,
      driver: nameOf(driver),
      follows: bookings.findIndex(({ id }) => id === follows),
      offers: offers.map((offer) => `${nameOf(offer.driver)} ${offer.outcome}`).sort(),
      events: events.map(({ name, status, from }) => `${name} ${from} ${status}`).sort(),
    })),
    people.map(({ uid, balance, ...row }) => ({ ...row, moved: balance - (balances.get(uid) ?? 0) })),
  ]);
}
