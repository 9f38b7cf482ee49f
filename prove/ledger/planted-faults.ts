// Planted faults, each in its own small ledger, which the database must reject or verification must detect.
import { type Minor, minor } from '@kerb/domain/kernel';
import { v7 } from 'uuid';
import { createTransactor } from '../../apps/server/src/kit/index.ts';
import { ledgerWriter } from '../../apps/server/src/modules/wallet/wallet.repository.ts';
import type { PlantedFault } from '../lib/proof.ts';
import { addBookings, addCharges, judge } from './judge.ts';
import type { LedgerDatabase, LedgerDatabases } from './ledger-database.ts';
import { countStatements, cutFaulty, proveCuts } from './prove-cuts.ts';
import { createCrowd, type Outcome, runOperations, walletOn } from './run-operations.ts';

const crowd = createCrowd(20);
const load = { operations: 150, workers: 8, seed: 7, crowd };

/** Runs a small load, on a wallet that may be faulty, then plants the fault; returns what is found. */
async function findAfter(
  databases: LedgerDatabases,
  plant: (database: LedgerDatabase, outcome: Outcome) => Promise<void>,
): Promise<string[]> {
  const database = await databases.open();
  try {
    const outcome = await runOperations(database, load);
    await addBookings(database, outcome.rides);
    await addCharges(database, outcome.charges);
    const before = await judge(database, outcome);
    if (before.length > 0) return [];
    await plant(database, outcome);
    return await judge(database, outcome);
  } finally {
    await database.close();
  }
}

/** Changes rows as the owner of the database, with its triggers disabled. */
const tamper = async ({ asOwner }: LedgerDatabase, statement: string): Promise<void> => {
  await asOwner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
};

const refused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

async function unbalanced(databases: LedgerDatabases): Promise<boolean> {
  const database = await databases.open();
  const account = { kind: 'rider', owner: v7() } as const;
  const entry = (amount: number): { amount: Minor } => ({ amount: minor(amount) });
  const posting = {
    id: v7(),
    kind: 'topup' as const,
    reference: v7(),
    booking: null,
    txRef: 'x',
    at: 1,
    entries: [
      { account, ...entry(500) },
      { account: { kind: 'bank' as const }, ...entry(-499) },
    ],
  };
  try {
    return await refused(createTransactor(database.queries)((tx) => ledgerWriter(tx).post(posting)));
  } finally {
    await database.close();
  }
}

/** Reads the balance and writes it back with the amount added, without a lock: a lost update. */
const withLostUpdate = `create or replace function ledger_keep_balance() returns trigger
  language plpgsql security definer as $$
  declare seen bigint;
  begin
    select balance into seen from ledger_accounts where id = new.account;
    perform pg_sleep(0.002);
    update ledger_accounts set balance = seen + new.amount where id = new.account;
    new.balance := seen + new.amount;
    select at into new.at from ledger_transactions where id = new.transaction;
    return new;
  end $$`;

async function lostUpdate(databases: LedgerDatabases): Promise<boolean> {
  const database = await databases.open();
  try {
    await database.asOwner.query(withLostUpdate);
    const outcome = await runOperations(database, load);
    return (await judge(database, outcome)).some((found) => found.startsWith('balances are the sum'));
  } finally {
    await database.close();
  }
}

/** Posts a repeat as a new payment, under another reference. */
async function doublePost(databases: LedgerDatabases): Promise<boolean> {
  const found = await findAfter(databases, async (database, outcome) => {
    const [{ booking, settlement } = { booking: '', settlement: undefined }] = outcome.rides;
    if (!settlement) throw new Error('no ride was settled');
    await createTransactor(database.queries)((tx) =>
      walletOn(database).settleRide(tx, `${booking.slice(0, -1)}0`.replace(/^./, 'f'), settlement),
    );
  });
  return (
    found.some((text) => text.includes('by the model')) &&
    found.some((text) => text.startsWith('paid bookings'))
  );
}

/** Posts a rent again under another reference, as a job without its primary key would. */
async function doubleRent(databases: LedgerDatabases): Promise<boolean> {
  const found = await findAfter(databases, async (database, outcome) => {
    const [charge] = outcome.charges;
    if (!charge) throw new Error('no vehicle was charged');
    await createTransactor(database.queries)((tx) =>
      walletOn(database).chargeForVehicle(tx, { ...charge, id: v7() }),
    );
  });
  return found.some((text) => text.startsWith('rents and commissions'));
}

/** When interrupted between the two transactions, the booking is paid but the driver is not credited. */
async function twoTransactions(databases: LedgerDatabases): Promise<boolean> {
  const database = await databases.open();
  try {
    const all = await countStatements(database);
    const statements = Array.from({ length: all - 1 }, (_, index) => index + 1);
    const found = await proveCuts(database, { how: 'cut', cut: cutFaulty, statements, all });
    return found.some((text) => text.includes('left a part'));
  } finally {
    await database.close();
  }
}

const tampered: readonly [fault: string, statement: string][] = [
  [
    'a cent added to a balance by hand',
    "update ledger_accounts set balance = balance + 1 where kind = 'platform_revenue'",
  ],
  [
    'a rent that was charged and not posted',
    `insert into vehicle_charges (id, handover, kind, vehicle, driver, day, amount, at)
     values (gen_random_uuid(), gen_random_uuid(), 'rent', gen_random_uuid(), gen_random_uuid(), '2026-03-02', 1, 1)`,
  ],
  ['charges of vehicles changed by two cents', 'update vehicle_charges set amount = amount + 2'],
  [
    'a cent moved from one balance to another by hand',
    `update ledger_accounts set balance = balance + case kind when 'bank' then 1 else -1 end
     where kind in ('bank', 'promo_expense')`,
  ],
  [
    'an entry deleted with the triggers off',
    'delete from ledger_entries where id = (select max(id) from ledger_entries)',
  ],
  [
    'two entries changed by a cent, still balanced',
    `update ledger_entries set amount = amount + case when id = (select min(id) from ledger_entries) then 1 else -1 end
     where id in (select min(id) from ledger_entries union
       select max(id) from ledger_entries where transaction = (select transaction from ledger_entries order by id limit 1))`,
  ],
  [
    'a whole transaction deleted, balances and all',
    `create temp table gone on commit drop as select transaction as id from ledger_chain_links order by seq desc limit 1;
     delete from ledger_entries where transaction in (select id from gone);
     delete from ledger_chain_links where transaction in (select id from gone);
     delete from ledger_transactions where id in (select id from gone);
     update ledger_accounts a set balance = coalesce((select sum(amount) from ledger_entries where account = a.id), 0)`,
  ],
  ['a link of the chain replaced', "update ledger_chain_links set hash = sha256('x') where seq = 40"],
  ['a link of the chain removed', 'delete from ledger_chain_links where seq = 40'],
];

export async function plantFaults(databases: LedgerDatabases): Promise<PlantedFault[]> {
  const faults: PlantedFault[] = [
    { fault: 'a posting that is a cent out of balance', caught: await unbalanced(databases) },
    { fault: 'an update that is lost', caught: await lostUpdate(databases) },
    { fault: 'a ride posted twice under another reference', caught: await doublePost(databases) },
    {
      fault: 'a charge of a vehicle posted twice under another reference',
      caught: await doubleRent(databases),
    },
    { fault: 'a settlement in two transactions', caught: await twoTransactions(databases) },
  ];
  for (const [fault, statement] of tampered) {
    const found = await findAfter(databases, (database) => tamper(database, statement));
    faults.push({ fault, caught: found.length > 0 });
  }
  return faults;
}
