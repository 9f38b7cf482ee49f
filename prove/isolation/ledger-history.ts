// Long history of money movements between many wallets, checked by the versions that the ledger assigns to each wallet.
import type { Answer, Caller } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { findCycle, type Touching, type Versions } from './dependency-graph.ts';
import { bodyOf, type Call, pickFrom, record, type SceneTools, upTo } from './scene.ts';
import { brokenWallets } from './wallet-scene.ts';

const RIDERS = 5;
const DRIVERS = 3;
const START = 40;
const bank = { bankName: 'Banco', bankAccount: '123456' };

/** No model: a long history is checked by its versions. */
type NoModel = null;

/** Returns the key by which the ledger transaction of a call is found: its kind and its object. */
type KeyOf = (answer: Answer) => string | null;

/** A wallet entry as its owner reads it. */
interface SeenEntry {
  readonly id: string;
  readonly balance: number;
}

interface HistoryCall extends Call<NoModel> {
  readonly key: KeyOf;
  /** Owner of the wallet that the call reads. */
  readonly reads: string | null;
  /** A rejection because this wallet had less than this amount. */
  readonly takes: { readonly owner: string; readonly amount: number } | null;
}

const noModel = (state: NoModel): NoModel => state;

interface People {
  readonly riders: readonly Caller[];
  readonly drivers: readonly Caller[];
  readonly admin: Caller;
}

function withdrawal(driver: Caller, amount: number): HistoryCall {
  return {
    name: `withdraw ${amount}`,
    route: 'requestWithdraw',
    by: driver,
    input: () => ({ body: { amount, ...bank } }),
    after: noModel,
    key: (answer) => (answer.status === 201 ? `withdrawal ${bodyOf(answer).id}` : null),
    reads: null,
    takes: { owner: driver.uid, amount },
  };
}

function credit(admin: Caller, owner: Caller, { amount, nth }: { amount: number; nth: number }): HistoryCall {
  const reason = `Proof ${nth}`;
  return {
    name: `credit ${amount}`,
    route: 'addToWallet',
    by: admin,
    input: () => ({ params: { id: owner.uid }, body: { amount, reason } }),
    after: noModel,
    key: ({ status }) => (status === 200 ? `admin_credit ${reason}` : null),
    reads: null,
    takes: null,
  };
}

function tip(rider: Caller, booking: string, amount: number): HistoryCall {
  return {
    name: `tip ${amount}`,
    route: 'tipDriver',
    by: rider,
    input: () => ({ params: { id: booking }, body: { amount } }),
    after: noModel,
    key: ({ status }) => (status === 200 ? `tip ${booking}` : null),
    reads: null,
    takes: { owner: rider.uid, amount },
  };
}

function readWallet(owner: Caller): HistoryCall {
  return {
    name: 'read a wallet',
    route: 'getWallet',
    by: owner,
    input: () => ({ query: { limit: '200' } }),
    after: noModel,
    key: () => null,
    reads: owner.uid,
    takes: null,
  };
}

async function prepareCall(
  { environment, pool }: SceneTools,
  random: () => number,
  { riders, drivers, admin }: People,
  nth: number,
): Promise<HistoryCall> {
  const rider = pickFrom(random, riders);
  const driver = pickFrom(random, drivers);
  const owner = random() < 0.6 ? rider : driver;
  const chance = random();
  if (chance < 0.25) return credit(admin, owner, { amount: upTo(random, 20), nth });
  if (chance < 0.45) return withdrawal(driver, upTo(random, 40));
  if (chance < 0.7) return readWallet(owner);
  const { carType } = environment;
  const trip = { status: 'PAID', carType, customer: rider.uid, driver: driver.uid } as const;
  return tip(rider, await insertBooking(pool, trip), upTo(random, 30));
}

interface EntryRow {
  readonly id: string;
  readonly owner: string;
  readonly balance: number;
  readonly key: string;
}

/** The versions of each wallet, in order. */
async function readEntries(
  { pool }: SceneTools,
  { riders, drivers }: People,
): Promise<Map<string, EntryRow[]>> {
  const uids = [...riders, ...drivers].map(({ uid }) => uid);
  const { rows } = await pool.query<EntryRow>(
    `select e.id::text as id, a.owner, e.balance::float / 100 as balance, t.kind || ' ' || coalesce(c.reason, t.reference) as key
     from ledger_entries e join ledger_accounts a on a.id = e.account join ledger_transactions t on t.id = e.transaction
       left join admin_credits c on c.transaction = t.id
     where a.owner = any($1) order by e.id`,
    [uids],
  );
  return new Map(uids.map((uid) => [uid, rows.filter(({ owner }) => owner === uid)]));
}

type Done = Touching & { readonly call: HistoryCall; readonly answer: Answer };

interface WalletView {
  readonly walletBalance: number;
  readonly items: readonly SeenEntry[];
  readonly nextCursor: string | null;
}

/** A wallet must have been read in the state after one of its versions. */
function judgeRead({ call, answer }: Done, entries: readonly EntryRow[]): string[] {
  if (call.reads === null || answer.status !== 200) return [];
  const { walletBalance, items }: WalletView = JSON.parse(answer.text);
  const oldestFirst = items.toReversed();
  const isPrefix = oldestFirst.every(({ id }, index) => entries[index]?.id === id);
  return [
    ...(isPrefix ? [] : ['a wallet was read without an entry that came before another one in it']),
    ...(walletBalance === (items[0]?.balance ?? 0)
      ? []
      : ['a wallet was read with a balance that is not that of its newest entry']),
  ];
}

/** For a rejection, the wallet must have had too little money at some time between the call and its response. */
function judgeRefusal(
  { call, answer, called, answered }: Done,
  entries: readonly EntryRow[],
  done: ReadonlyMap<string, Done>,
): string[] {
  if (call.takes === null || answer.code !== 'insufficient_wallet') return [];
  const { amount } = call.takes;
  const wasThere = entries.some(({ balance, key }, index) => {
    const overwriter = entries[index + 1];
    // Entries by others existed before the first call.
    const begins = done.get(key)?.called ?? 0;
    const ends =
      overwriter === undefined ? Number.POSITIVE_INFINITY : (done.get(overwriter.key)?.answered ?? 0);
    return balance < amount && begins < answered && ends > called;
  });
  return wasThere ? [] : ['a payment was refused while the wallet had the money'];
}

function judge(done: readonly Done[], entries: ReadonlyMap<string, readonly EntryRow[]>): string[] {
  const keyed = new Map(
    done.flatMap((one) => {
      const key = one.call.key(one.answer);
      return key === null ? [] : [[key, one] as const];
    }),
  );
  const written = new Set([...entries.values()].flat().map(({ key }) => key));
  const lost = [...keyed.keys()].filter((key) => !written.has(key));
  const indexes = new Map([...keyed].map(([key, one]) => [key, done.indexOf(one)]));
  const versions: Versions = new Map(
    [...entries].map(([owner, rows]) => [owner, rows.map(({ key }) => indexes.get(key) ?? null)]),
  );
  const cycle = findCycle(done, versions);
  return [
    ...(lost.length > 0 ? [`${lost.length} answered movements are not in the ledger`] : []),
    ...done.flatMap((one) => judgeRead(one, entries.get(one.call.reads ?? '') ?? [])),
    ...done.flatMap((one) => judgeRefusal(one, entries.get(one.call.takes?.owner ?? '') ?? [], keyed)),
    ...(cycle === null ? [] : [`a cycle of ${cycle.kinds.toSorted().join(', ')}: ${cycle.text}`]),
  ];
}

function readsOf({ call, answer }: { call: HistoryCall; answer: Answer }): Touching['reads'] {
  if (call.reads === null || answer.status !== 200) return [];
  const { items, nextCursor }: WalletView = JSON.parse(answer.text);
  if (nextCursor !== null) throw new Error('A wallet has more entries than a page');
  return [{ object: call.reads, versions: items.length }];
}

async function preparePeople({ environment, sends: [send] }: SceneTools): Promise<People> {
  const admin = await environment.person('admin');
  const riders: Caller[] = [];
  const drivers: Caller[] = [];
  while (riders.length < RIDERS) riders.push(await environment.person('rider'));
  while (drivers.length < DRIVERS) drivers.push(await environment.person('driver'));
  for (const { uid: id } of [...riders, ...drivers])
    await send?.('addToWallet', { params: { id }, body: { amount: START, reason: 'Start' } }, admin);
  return { riders, drivers, admin };
}

/** Runs this number of clients, each with this number of sequential calls. */
export async function runHistory(
  tools: SceneTools,
  random: () => number,
  { clients: count, each }: { clients: number; each: number },
): Promise<{ calls: number; violations: string[] }> {
  const people = await preparePeople(tools);
  const clients: HistoryCall[][] = [];
  for (let client = 0; client < count; client += 1) {
    const calls: HistoryCall[] = [];
    while (calls.length < each)
      calls.push(await prepareCall(tools, random, people, client * each + calls.length));
    clients.push(calls);
  }
  const recorded = await tools.during(() => record(tools, clients, random));
  const done = recorded.map(({ label, called, answered, client, answer }, index): Done => {
    const earlier = recorded.slice(0, index).filter((one) => one.client === client).length;
    const call = clients[client]?.[earlier];
    if (!call) throw new Error('A call was answered that was not made');
    return { label, called, answered, reads: readsOf({ call, answer }), call, answer };
  });
  const owners = [...people.riders, ...people.drivers].map(({ uid }) => uid);
  const failures = done.filter(({ answer }) => answer.status >= 500).map(({ label }) => label);
  const found = judge(done, await readEntries(tools, people));
  return {
    calls: done.length,
    violations: [...new Set([...(await brokenWallets(tools.pool, owners)), ...failures, ...found])],
  };
}
