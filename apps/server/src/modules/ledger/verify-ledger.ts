// Verifies the whole ledger: recomputes balances, chain, seals and rides, first in plain SQL and then by the rules of
// the domain.
import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '../../kit/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { ledgerRepository } from './ledger.repository.ts';
import { createRecomputation } from './recompute.ts';
import { isSealedWith, readSeal, type Seal, sealFile, sealKey } from './seal.ts';
import { type LedgerCounts, verifyRepository } from './verify.repository.ts';

export interface Check {
  /** Name of the check, for display. */
  name: string;
  /** Number of checked rows. */
  checked: number;
  /** One sentence for each difference, naming the transaction, account, booking or day. */
  differences: string[];
}

export interface Verification {
  checks: Check[];
  /** Hash of the newest link; null for an empty chain. */
  head: string | null;
  lastSeal: Seal | null;
}

export interface VerifyDeps {
  db: Queries;
  storage: Storage;
  secret: string;
}

type Repository = ReturnType<typeof verifyRepository>;
const LINKS_AT_ONCE = 5_000;
const none: LedgerCounts = {
  transactions: 0,
  entries: 0,
  accounts: 0,
  links: 0,
  bookings: 0,
  vehicleCharges: 0,
};

async function checkBalances(verify: Repository, counts: LedgerCounts): Promise<Check[]> {
  const unbalanced = await verify.unbalanced();
  const wrong = await verify.wrongBalances();
  const running = await verify.wrongRunningBalances();
  const total = await verify.total();
  return [
    {
      name: 'transactions balanced',
      checked: counts.transactions,
      differences: unbalanced.map(
        ({ transaction, total: sum, entries }) =>
          `transaction ${transaction}: ${entries} entries sum to ${sum}`,
      ),
    },
    {
      name: 'balances are the sum of entries',
      checked: counts.accounts,
      differences: wrong.map(
        ({ account, kind, balance, sum }) =>
          `account ${account} (${kind ?? 'gone'}): balance ${balance}, its entries sum to ${sum}`,
      ),
    },
    {
      name: 'running balances',
      checked: counts.entries,
      differences: running.map(
        ({ account, transaction, balance, sum }) =>
          `account ${account}, first in transaction ${transaction}: says ${balance}, its entries leave ${sum}`,
      ),
    },
    {
      name: 'all balances sum to zero',
      checked: counts.accounts,
      differences: total === 0 ? [] : [`all balances together are ${total}`],
    },
  ];
}

async function checkChain(verify: Repository, counts: LedgerCounts): Promise<Check> {
  const broken = await verify.brokenLinks();
  return {
    name: 'chain of hashes',
    checked: counts.links,
    differences: broken.map(
      ({ seq, transaction, why }) =>
        `${seq === null ? '' : `link ${seq}, `}transaction ${transaction}: ${why}`,
    ),
  };
}

async function checkSeals(
  verify: Repository,
  seals: readonly Seal[],
  { storage, secret }: VerifyDeps,
): Promise<Check[]> {
  const key = sealKey(secret);
  const wrong = await verify.wrongSeals();
  const unsigned = seals.filter((seal) => !isSealedWith(key, seal));
  const files: string[] = [];
  for (const seal of seals) {
    const file = await storage.get(sealFile(seal.day));
    const copy = file && readSeal(file.bytes);
    if (file === null) files.push(`seal of ${seal.day}: there is no file ${sealFile(seal.day)}`);
    else if (!copy || !isDeepStrictEqual(copy, { ...seal }))
      files.push(
        `seal of ${seal.day}: the file says ${copy ? `link ${copy.through}, hash ${copy.head}` : 'nothing readable'}, the database link ${seal.through}, hash ${seal.head}`,
      );
  }
  return [
    {
      name: 'seals fit the chain',
      checked: seals.length,
      differences: wrong.map(({ day, why }) => `seal of ${day}: ${why}`),
    },
    {
      name: 'seals signed here',
      checked: seals.length,
      differences: unsigned.map(({ day }) => `seal of ${day}: altered, or made with another KERB_SECRET`),
    },
    { name: 'seals and their files', checked: seals.length, differences: files },
  ];
}

async function checkVehicleCharges(verify: Repository, counts: LedgerCounts): Promise<Check> {
  const wrong = await verify.wrongVehicleCharges();
  return {
    name: 'rents and commissions of vehicles',
    checked: counts.vehicleCharges,
    differences: wrong.map(
      ({ booking: charge, account, expected, moved }) =>
        `vehicle charge ${charge}, account ${account}: ${expected} by the charge, ${moved} moved`,
    ),
  };
}

async function checkRides(verify: Repository, counts: LedgerCounts): Promise<Check> {
  const wrong = await verify.wrongRides();
  const misplaced = await verify.misplacedRides();
  const wrongReviews = await verify.wrongFareReviews();
  const wrongTips = await verify.wrongTips();
  return {
    name: 'paid bookings and their rides',
    checked: counts.bookings,
    differences: [
      ...wrong.map(
        ({ booking, account, expected, moved, transaction }) =>
          `booking ${booking}, account ${account}: ${expected} by the booking, ${moved} in ${transaction ? `transaction ${transaction}` : 'no transaction'}`,
      ),
      ...misplaced.map(
        ({ transaction, reference }) => `transaction ${transaction}: its booking is not ${reference}`,
      ),
      ...wrongReviews.map(
        ({ booking, account, expected, moved }) =>
          `fare review of booking ${booking}, account ${account}: ${expected} by the review, ${moved} moved`,
      ),
      ...wrongTips.map(
        ({ booking, account, expected, moved }) =>
          `tip of booking ${booking}, account ${account}: ${expected} by the booking, ${moved} moved`,
      ),
    ],
  };
}

/** Reads a limited number of links at a time, so that memory use does not grow with the ledger. */
async function checkByDomain(verify: Repository, counts: LedgerCounts, links: number): Promise<Check> {
  const recomputation = createRecomputation();
  for (let seq = 0; seq < links; seq += LINKS_AT_ONCE) {
    const entries = await verify.entriesAfter(seq, LINKS_AT_ONCE);
    const rides = new Set(entries.flatMap(({ kind, reference }) => (kind === 'ride' ? [reference] : [])));
    const bookings = await verify.paidBookings([...rides]);
    recomputation.take(entries, new Map(bookings.map((booking) => [booking.id, booking])));
  }
  const { balances, differences } = recomputation.result();
  const stored = await verify.balances();
  return {
    name: 'recomputed by the domain',
    checked: counts.entries,
    differences: [
      ...differences,
      ...stored.flatMap(({ account, balance }) =>
        balance === (balances.get(account) ?? 0)
          ? []
          : [`account ${account}: balance ${balance}, ${balances.get(account) ?? 0} by the domain`],
      ),
    ],
  };
}

/** Runs all checks in one snapshot; transactions that commit in the meantime are not checked. */
export function verifyLedger(deps: VerifyDeps): Promise<Verification> {
  const moment = deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return moment.execute(async (tx) => {
    const verify = verifyRepository(tx);
    const ledger = ledgerRepository(tx);
    const counts = (await verify.counts()) ?? none;
    const seals = await ledger.seals();
    const head = await ledger.head();
    return {
      checks: [
        ...(await checkBalances(verify, counts)),
        await checkChain(verify, counts),
        ...(await checkSeals(verify, seals, deps)),
        await checkRides(verify, counts),
        await checkVehicleCharges(verify, counts),
        await checkByDomain(verify, counts, head?.seq ?? 0),
      ],
      head: head?.hash ?? null,
      lastSeal: seals[0] ?? null,
    };
  });
}
