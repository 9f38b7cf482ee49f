// The SQL that recomputes the ledger from its rows only. It calls no function that this database defines.
import type { TransactionKind } from '@kerb/contract';
import type { Minor } from '@kerb/domain/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface LedgerCounts {
  transactions: number;
  entries: number;
  accounts: number;
  links: number;
  bookings: number;
  vehicleCharges: number;
}

export interface EntryRow {
  seq: number;
  transaction: string;
  kind: string;
  reference: string;
  id: number;
  account: string;
  accountKind: string;
  owner: string | null;
  amount: Minor;
  balance: Minor;
}

export interface PaidBooking {
  id: string;
  customer: string;
  driver: string | null;
  driver_share: Minor;
  convenience_fees: Minor;
  discount_amount: Minor;
  used_wallet_money: Minor;
  cash_payment_amount: Minor;
  card_payment_amount: Minor;
  wallet_held: Minor;
}

const zeros = sql`decode(repeat('00', 32), 'hex')`;

/** Expected amounts of a paid booking for each account; positive amounts are owed to the account. */
const expectedOfBookings = sql`
  select b.id::text as booking, v.account, sum(v.amount) as amount
  from ledger_bookings b, lateral (values
    (coalesce(b.driver::text, 'driver'), b.driver_share),
    (coalesce(b.driver::text, 'driver'), -b.cash_payment_amount),
    (b.customer::text, b.wallet_held - b.used_wallet_money),
    ('payments_held', -b.card_payment_amount - b.wallet_held),
    ('platform_revenue', b.convenience_fees),
    ('promo_expense', -b.discount_amount)) as v (account, amount)
  where b.status in ('PAID', 'COMPLETE')
  group by b.id, v.account having sum(v.amount) <> 0`;

/** Expected amounts of an approved fare review. */
const expectedOfFareReviews = sql`
  select r.booking::text as booking, v.account, sum(v.amount) as amount
  from ledger_fare_reviews r, lateral (values
    (r.customer::text, -r.extra_payable),
    (coalesce(r.driver::text, 'driver'), r.extra_share),
    ('platform_revenue', r.extra_fees),
    ('promo_expense', -r.extra_discount)) as v (account, amount)
  group by r.booking, v.account having sum(v.amount) <> 0`;

/** Expected amounts of a tip. */
const expectedOfTips = sql`
  select t.booking::text as booking, v.account, v.amount
  from ledger_tips t, lateral (values
    (t.customer::text, -t.tip),
    (coalesce(t.driver::text, 'driver'), t.tip)) as v (account, amount)`;

/** Expected amounts of the rents and commissions of shared vehicles; `booking` is the id of the charge. */
const expectedOfVehicles = (kind: 'vehicle_rent' | 'vehicle_commission') => sql`
  select c.id::text as booking, v.account, v.amount
  from ledger_vehicle_charges c, lateral (values
    (c.driver::text, -c.amount),
    (coalesce(c.fleetadmin::text, 'platform_revenue'), c.amount)) as v (account, amount)
  where c.kind = ${kind}`;

/** An account whose postings for a booking differ from the amounts of the booking; minor units. */
export interface WrongPosting {
  booking: string;
  account: string;
  expected: number;
  moved: number;
  /** Id of one of the transactions; null without any. */
  transaction: string | null;
}

/** `expected`: booking, account and amount that transactions of this kind have to post. */
const wrongPostings = (kind: TransactionKind, expected: RawBuilder<unknown>) => sql<WrongPosting>`
  with expected as (${expected}),
  moved as (
    select t.reference as booking, coalesce(a.owner::text, a.kind) as account, sum(e.amount) as amount,
      min(t.id::text) as transaction
    from ledger_transactions t join ledger_entries e on e.transaction = t.id
    join ledger_accounts a on a.id = e.account
    where t.kind = ${kind} group by t.reference, coalesce(a.owner::text, a.kind))
  select coalesce(x.booking, m.booking) as booking, coalesce(x.account, m.account) as account,
    coalesce(x.amount, 0) as expected, coalesce(m.amount, 0) as moved, m.transaction
  from expected x full join moved m on m.booking = x.booking and m.account = x.account
  where coalesce(x.amount, 0) <> coalesce(m.amount, 0)
  order by 1, 2`;

export function verifyRepository(db: Queries) {
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;

  return {
    async counts(): Promise<LedgerCounts | undefined> {
      const [found] = await rows(sql<LedgerCounts>`
        select (select count(*) from ledger_transactions) as transactions,
          (select count(*) from ledger_entries) as entries,
          (select count(*) from ledger_accounts) as accounts,
          (select count(*) from ledger_chain_links) as links,
          (select count(*) from ledger_bookings where status in ('PAID', 'COMPLETE')) as bookings,
          (select count(*) from ledger_vehicle_charges) as "vehicleCharges"`);
      return found;
    },

    /** Transactions that do not sum to zero or have fewer than two entries, and entries of no transaction. */
    unbalanced: () =>
      rows(sql<{ transaction: string; total: number; entries: number }>`
        select coalesce(t.id, e.transaction)::text as transaction, coalesce(sum(e.amount), 0) as total,
          count(e.id) as entries
        from ledger_transactions t full join ledger_entries e on e.transaction = t.id
        group by t.id, e.transaction
        having t.id is null or coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
        order by 1`),

    /** Accounts whose balance is not the sum of their entries. */
    wrongBalances: () =>
      rows(sql<{ account: string; kind: string | null; balance: number; sum: number }>`
        select coalesce(a.id, e.account)::text as account, a.kind, coalesce(a.balance, 0) as balance,
          coalesce(sum(e.amount), 0) as sum
        from ledger_accounts a full join ledger_entries e on e.account = a.id
        group by a.id, e.account having coalesce(a.balance, 0) <> coalesce(sum(e.amount), 0)
        order by 1`),

    /** The first entry of each account whose stored running balance is not the sum of the entries up to it. */
    wrongRunningBalances: () =>
      rows(sql<{ account: string; entry: number; transaction: string; balance: number; sum: number }>`
        select distinct on (account) account::text, id as entry, transaction::text, balance, sum from (
          select e.account, e.id, e.transaction, e.balance, c.seq,
            sum(e.amount) over (partition by e.account order by c.seq, e.id) as sum
          from ledger_entries e left join ledger_chain_links c on c.transaction = e.transaction) as running
        where balance <> sum order by account, seq, id`),

    async total(): Promise<number> {
      const [found] = await rows(sql<{ total: number }>`
        select coalesce(sum(balance), 0) as total from ledger_accounts`);
      return found?.total ?? 0;
    },

    /**
     * Links that do not continue the previous link, whose hash does not match their transaction, or whose transaction
     * is missing; and transactions without a link.
     */
    brokenLinks: () =>
      rows(sql<{ seq: number | null; transaction: string; why: string }>`
        with entries as (
          select e.transaction, jsonb_agg(
            jsonb_build_array(e.id, e.account, a.kind, a.owner, a.provider, e.amount, e.balance) order by e.id) as list
          from ledger_entries e join ledger_accounts a on a.id = e.account group by e.transaction),
        links as (
          select c.seq, c.transaction, t.id as found, c.prev_hash, c.hash,
            lag(c.seq, 1, 0::bigint) over (order by c.seq) as seq_before,
            lag(c.hash, 1, ${zeros}) over (order by c.seq) as hash_before,
            sha256(c.prev_hash || convert_to(
              jsonb_build_array(c.seq, t.id, t.kind, t.reference, t.booking, t.tx_ref, t.at, l.list)::text, 'UTF8'))
              as recomputed
          from ledger_chain_links c
          left join ledger_transactions t on t.id = c.transaction
          left join entries l on l.transaction = c.transaction)
        select seq, transaction::text, case
            when found is null then 'its transaction is gone'
            when seq <> seq_before + 1 then 'the links before it are missing'
            when prev_hash <> hash_before then 'it does not hold the hash of the link before'
            else 'its transaction is not what was written' end as why
        from links
        where found is null or seq <> seq_before + 1 or prev_hash <> hash_before or hash <> recomputed
        union all
        select null, t.id::text, 'it is not in the chain' from ledger_transactions t
        where not exists (select from ledger_chain_links c where c.transaction = t.id)
        order by 1 nulls last, 2`),

    /** Seals that do not match the chain, the number of entries up to their link, or the previous seal. */
    wrongSeals: () =>
      rows(sql<{ day: string; why: string }>`
        with counted as (
          select c.seq, sum(count(e.id)) over (order by c.seq) as entries
          from ledger_chain_links c left join ledger_entries e on e.transaction = c.transaction group by c.seq)
        select to_char(s.day, 'YYYY-MM-DD') as day, case
            when s.head_hash is distinct from coalesce(c.hash, ${zeros}) then 'the chain has another hash at its link'
            when s.entries <> coalesce(n.entries, 0) then 'the chain has another number of entries at its link'
            else 'it does not follow the seal before' end as why
        from (select *, lag(mac, 1, ${zeros}) over (order by day) as mac_before,
            lag(through_seq, 1, 0::bigint) over (order by day) as through_before,
            lag(day) over (order by day) as day_before from ledger_seals) as s
        left join ledger_chain_links c on c.seq = s.through_seq
        left join counted n on n.seq = s.through_seq
        where s.head_hash is distinct from coalesce(c.hash, ${zeros}) or (s.through_seq > 0 and c.seq is null)
          or s.entries <> coalesce(n.entries, 0) or s.prev_mac <> s.mac_before
          or s.through_seq < s.through_before or s.day <> s.day_before + 1
        order by 1`),

    /** Accounts for which a booking's postings differ from the booking. */
    wrongRides: () => rows(wrongPostings('ride', expectedOfBookings)),

    /** Accounts for which an approved fare review's postings differ from the review. */
    wrongFareReviews: () => rows(wrongPostings('fare_review', expectedOfFareReviews)),

    /** Accounts for which a tip's postings differ from the booking's tip. */
    wrongTips: () => rows(wrongPostings('tip', expectedOfTips)),

    /** Accounts for which the postings of a rent or commission differ from the charge; `booking` is the charge. */
    wrongVehicleCharges: async () => [
      ...(await rows(wrongPostings('vehicle_rent', expectedOfVehicles('vehicle_rent')))),
      ...(await rows(wrongPostings('vehicle_commission', expectedOfVehicles('vehicle_commission')))),
    ],

    /** Transactions of kind `ride` whose reference is not the id of their booking. */
    misplacedRides: () =>
      rows(sql<{ transaction: string; reference: string }>`
        select id::text as transaction, reference from ledger_transactions
        where kind = 'ride' and booking::text is distinct from reference order by 1`),

    /** Entries of the `links` links after link `seq`, in the order in which they were written. */
    entriesAfter: (seq: number, links: number) =>
      rows(sql<EntryRow>`
        select c.seq, t.id as transaction, t.kind, t.reference, e.id, e.account, a.kind as "accountKind", a.owner,
          e.amount, e.balance
        from ledger_chain_links c join ledger_transactions t on t.id = c.transaction
        join ledger_entries e on e.transaction = t.id join ledger_accounts a on a.id = e.account
        where c.seq > ${seq} and c.seq <= ${seq + links} order by c.seq, e.id`),

    balances: () =>
      rows(sql<{ account: string; balance: Minor }>`select id as account, balance from ledger_accounts`),

    paidBookings: (ids: readonly string[]) =>
      rows(sql<PaidBooking>`
        select id, customer, driver, driver_share, convenience_fees, discount_amount, used_wallet_money,
          cash_payment_amount, card_payment_amount, wallet_held
        from ledger_bookings where status in ('PAID', 'COMPLETE') and id::text = any (${[...ids]}::text[])`),
  };
}
