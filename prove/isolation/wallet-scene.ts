// Scene of the wallets of a rider and a driver: credits, tips, withdrawals, and reads of both and of the ledger.
import type { Answer, Caller, Send } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import {
  bodyOf,
  type Call,
  createScene,
  pickFrom,
  type Round,
  replaced,
  type SceneTools,
  upTo,
} from './scene.ts';

const TRIPS = 3;
const WITHDRAWALS = 2;
const RIDER_HAS = 60;
const DRIVER_HAS = 50;
const WITHDRAWN = 10;
/** Minor units in a major unit. */
const MINOR = 100;

type Owner = 'rider' | 'driver';
type Decision = 'open' | 'completed' | 'returned';

/** Amounts in major units. */
interface Wallets {
  readonly balances: Readonly<Record<Owner, number>>;
  /** Number of entries of each wallet. */
  readonly entries: Readonly<Record<Owner, number>>;
  /** Tip of each trip; 0 before it is tipped. */
  readonly tips: readonly number[];
  readonly withdrawals: readonly Decision[];
  /** Number of ledger transactions since the round began. */
  readonly transactions: number;
}

interface People {
  readonly rider: Caller;
  readonly driver: Caller;
  readonly admin: Caller;
  readonly trips: readonly string[];
  readonly withdrawals: readonly string[];
}

/** Values of the platform's ledger without these users. */
interface Base {
  readonly balances: Readonly<Record<Owner, number>>;
  /** Sum of all balances: 0, unless a planted fault lost money in an earlier round. */
  readonly total: number;
  readonly transactions: number;
}

const bank = { bankName: 'Banco', bankAccount: '123456' };

/** The state after a ledger transaction with an entry of each of these amounts. */
const moved = (state: Wallets, amounts: Partial<Record<Owner, number>>): Wallets => {
  const change = (owner: Owner) => state.balances[owner] + (amounts[owner] ?? 0);
  const count = (owner: Owner) => state.entries[owner] + (amounts[owner] === undefined ? 0 : 1);
  return {
    ...state,
    balances: { rider: change('rider'), driver: change('driver') },
    entries: { rider: count('rider'), driver: count('driver') },
    transactions: state.transactions + 1,
  };
};

const credit = ({ admin, ...people }: People, owner: Owner, amount: number): Call<Wallets> => ({
  name: `${amount} to the ${owner}`,
  route: 'addToWallet',
  by: admin,
  input: () => ({ params: { id: people[owner].uid }, body: { amount } }),
  after(state, answer) {
    const next = moved(state, { [owner]: amount });
    return answer.status === 200 && bodyOf(answer).walletBalance === next.balances[owner] ? next : null;
  },
});

const withdraw = ({ driver }: People, amount: number): Call<Wallets> => ({
  name: `the driver withdraws ${amount}`,
  route: 'requestWithdraw',
  by: driver,
  input: () => ({ body: { amount, ...bank } }),
  after(state, { status, code }) {
    if (code === 'insufficient_wallet') return state.balances.driver < amount ? state : null;
    return status === 201 && state.balances.driver >= amount ? moved(state, { driver: -amount }) : null;
  },
});

const tip = ({ rider, trips }: People, trip: number, amount: number): Call<Wallets> => ({
  name: `a tip of ${amount} for trip ${trip}`,
  route: 'tipDriver',
  by: rider,
  input: () => ({ params: { id: trips[trip] ?? '' }, body: { amount } }),
  after(state, { status, code }) {
    const isTipped = state.tips[trip] !== 0;
    if (code === 'transition_not_allowed') return isTipped ? state : null;
    if (code === 'insufficient_wallet') return state.balances.rider < amount ? state : null;
    if (status !== 200 || isTipped || state.balances.rider < amount) return null;
    return { ...moved(state, { rider: -amount, driver: amount }), tips: replaced(state.tips, trip, amount) };
  },
});

const decide = (
  { admin, withdrawals }: People,
  index: number,
  decision: Exclude<Decision, 'open'>,
): Call<Wallets> => ({
  name: `withdrawal ${index} is ${decision}`,
  route: decision === 'completed' ? 'completeWithdraw' : 'returnWithdraw',
  by: admin,
  input: () => ({
    params: { id: withdrawals[index] ?? '' },
    body: decision === 'completed' ? {} : { reason: 'Proof' },
  }),
  after(state, { status, code }) {
    const isOpen = state.withdrawals[index] === 'open';
    if (code === 'already_processed') return isOpen ? null : state;
    if (status !== 200 || !isOpen) return null;
    const next = moved(state, decision === 'returned' ? { driver: WITHDRAWN } : {});
    return { ...next, withdrawals: replaced(state.withdrawals, index, decision) };
  },
});

interface WalletView {
  readonly walletBalance: number;
  readonly items: readonly { readonly balance: number }[];
}

const readWallet = (people: People, owner: Owner): Call<Wallets> => ({
  name: `the ${owner} reads the wallet`,
  route: 'getWallet',
  by: people[owner],
  input: () => ({ query: { limit: '100' } }),
  after(state, { status, text }) {
    if (status !== 200) return null;
    const { walletBalance, items }: WalletView = JSON.parse(text);
    const balance = state.balances[owner];
    const isIt = walletBalance === balance && items[0]?.balance === balance;
    return isIt && items.length === state.entries[owner] ? state : null;
  },
});

interface LedgerView {
  readonly accounts: readonly { readonly kind: string; readonly balance: number }[];
  readonly total: number;
  readonly transactions: number;
}

const readLedger = ({ admin }: People, base: Base): Call<Wallets> => ({
  name: 'an admin reads the ledger',
  route: 'getLedger',
  by: admin,
  input: () => ({}),
  after(state, { status, text }) {
    if (status !== 200) return null;
    const { accounts, total, transactions }: LedgerView = JSON.parse(text);
    const balanceOf = (kind: Owner) => accounts.find((account) => account.kind === kind)?.balance ?? 0;
    const isIt = (kind: Owner) =>
      Math.round(balanceOf(kind) * MINOR) === (base.balances[kind] + state.balances[kind]) * MINOR;
    const isCounted = transactions === base.transactions + state.transactions;
    return total === base.total && isIt('rider') && isIt('driver') && isCounted ? state : null;
  },
});

function randomCall(random: () => number, people: People, base: Base): Call<Wallets> {
  const owner = pickFrom(random, ['rider', 'driver'] as const);
  const calls: (() => Call<Wallets>)[] = [
    () => credit(people, owner, upTo(random, 30)),
    () => withdraw(people, 10 + upTo(random, 40)),
    () => withdraw(people, 10 + upTo(random, 40)),
    () => tip(people, Math.floor(random() * TRIPS), 10 + upTo(random, 40)),
    () => tip(people, Math.floor(random() * TRIPS), 10 + upTo(random, 40)),
    () => decide(people, Math.floor(random() * WITHDRAWALS), pickFrom(random, ['completed', 'returned'])),
    () => readWallet(people, owner),
    () => readLedger(people, base),
  ];
  return pickFrom(random, calls)();
}

async function succeed(answer: Promise<Answer>): Promise<Answer> {
  const { status, code } = await answer;
  if (status >= 300) throw new Error(`A round could not be prepared: ${status} ${code}`);
  return answer;
}

async function prepareWithdrawal(send: Send, driver: Caller): Promise<string> {
  const body = { amount: WITHDRAWN, ...bank };
  return String(bodyOf(await succeed(send('requestWithdraw', { body }, driver))).id);
}

async function preparePeople({ environment, pool, sends: [send] }: SceneTools): Promise<People> {
  if (!send) throw new Error('There is no server');
  const [rider, driver, admin] = await Promise.all([
    environment.person('rider'),
    environment.person('driver'),
    environment.person('admin'),
  ]);
  // In two transactions, because a planted fault makes the server read the wallet without its newest entry.
  const fill = async (who: Caller, amount: number) => {
    for (const part of [amount - 1, 1])
      await succeed(send('addToWallet', { params: { id: who.uid }, body: { amount: part } }, admin));
  };
  await fill(rider, RIDER_HAS);
  await fill(driver, DRIVER_HAS + WITHDRAWALS * WITHDRAWN);
  const withdrawals: string[] = [];
  while (withdrawals.length < WITHDRAWALS) withdrawals.push(await prepareWithdrawal(send, driver));
  const trips: string[] = [];
  const trip = {
    status: 'PAID',
    carType: environment.carType,
    customer: rider.uid,
    driver: driver.uid,
  } as const;
  while (trips.length < TRIPS) trips.push(await insertBooking(pool, trip));
  return { rider, driver, admin, trips, withdrawals };
}

interface StateRow {
  readonly owner: string;
  readonly balance: number;
  readonly entries: number;
}

async function readState({ pool }: SceneTools, people: People, base: Base): Promise<Wallets> {
  const { rows } = await pool.query<StateRow>(
    `select a.owner, a.balance::float / ${MINOR} as balance, count(e.id)::int as entries
     from ledger_accounts a left join ledger_entries e on e.account = a.id where a.owner = any($1) group by a.id`,
    [[people.rider.uid, people.driver.uid]],
  );
  const of = (owner: Owner) => rows.find((row) => row.owner === people[owner].uid);
  const { rows: tipped } = await pool.query<{ tip: number }>(
    `select tip::float / ${MINOR} as tip from bookings where id = any($1) order by array_position($1, id)`,
    [people.trips],
  );
  const { rows: decided } = await pool.query<{ decision: Decision }>(
    `select case when processed then 'completed' when returned_at is not null then 'returned' else 'open' end as decision
     from withdraws where id = any($1) order by array_position($1, id)`,
    [people.withdrawals],
  );
  const { rows: counted } = await pool.query<{ count: number }>(
    'select count(*)::int as count from ledger_transactions',
  );
  return {
    balances: { rider: of('rider')?.balance ?? 0, driver: of('driver')?.balance ?? 0 },
    entries: { rider: of('rider')?.entries ?? 0, driver: of('driver')?.entries ?? 0 },
    tips: tipped.map((row) => row.tip),
    withdrawals: decided.map(({ decision }) => decision),
    transactions: (counted[0]?.count ?? 0) - base.transactions,
  };
}

async function readBase({ pool }: SceneTools): Promise<Base> {
  const { rows } = await pool.query<{ kind: string; balance: number }>(
    `select kind, sum(balance)::float / ${MINOR} as balance from ledger_accounts where kind in ('rider', 'driver') group by kind`,
  );
  const of = (kind: Owner) => rows.find((row) => row.kind === kind)?.balance ?? 0;
  const { rows: counted } = await pool.query<{ count: number }>(
    'select count(*)::int as count from ledger_transactions',
  );
  const { rows: summed } = await pool.query<{ total: number }>(
    `select coalesce(sum(balance), 0)::float / ${MINOR} as total from ledger_accounts`,
  );
  return {
    balances: { rider: of('rider'), driver: of('driver') },
    total: summed[0]?.total ?? 0,
    transactions: counted[0]?.count ?? 0,
  };
}

/** Each entry of these wallets must begin at the previous entry's balance, and no balance may be negative. */
export async function brokenWallets(
  pool: Pick<SceneTools['pool'], 'query'>,
  owners: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ below: boolean; gaps: number; differs: boolean }>(
    `select a.balance < 0 as below, a.balance <> coalesce(sum(e.amount), 0) as differs,
       count(*) filter (where e.balance - e.amount <> coalesce(e.previous, 0))::int as gaps
     from ledger_accounts a left join (
       select *, lag(balance) over (partition by account order by id) as previous from ledger_entries) e on e.account = a.id
     where a.owner = any($1) group by a.id`,
    [owners],
  );
  return rows.flatMap(({ below, gaps, differs }) => [
    ...(below ? ['a wallet is below zero'] : []),
    ...(differs ? ['the entries of a wallet do not sum to its balance'] : []),
    ...(gaps > 0 ? [`${gaps} entries of a wallet do not begin where the one before ended`] : []),
  ]);
}

export const walletScene = createScene<Wallets>('wallets', async (tools) => {
  const empty: Base = { balances: { rider: 0, driver: 0 }, total: 0, transactions: 0 };
  return async (random, count): Promise<Round<Wallets>> => {
    const before = await readBase(tools);
    const people = await preparePeople(tools);
    const whole = await readState(tools, people, empty);
    const initial = { ...whole, transactions: 0 };
    const base = { ...before, transactions: whole.transactions };
    const clients = Array.from({ length: count }, () =>
      Array.from({ length: upTo(random, 2) }, () => randomCall(random, people, base)),
    );
    return {
      initial,
      clients,
      final: () => readState(tools, people, base),
      broken: () => brokenWallets(tools.pool, [people.rider.uid, people.driver.uid]),
      end: async () => undefined,
    };
  };
});
