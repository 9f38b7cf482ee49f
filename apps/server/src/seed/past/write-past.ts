// Writes the past of the demonstration in portions, each in a transaction of its own that also marks it: after a crash the
// next start writes the portions that are missing. The server listens only when all are there.
//
// Portions, and not one transaction, because each entry of the ledger changes the balance of its account: PostgreSQL then
// reads all versions of that row which the same transaction made before.
import type { Tx, WithTx } from '../../kit/index.ts';
import { addJob } from '../../kit/index.ts';
import { insertPast, type PastRecord } from '../../modules/booking/index.ts';
import { insertPastChats } from '../../modules/chat/index.ts';
import { insertPastDuty } from '../../modules/fleet/index.ts';
import { insertPastAddresses } from '../../modules/identity/index.ts';
import { insertPastWithdraws } from '../../modules/money/index.ts';
import { insertPastPayments } from '../../modules/payments/index.ts';
import { insertPastPromos } from '../../modules/promos/index.ts';
import { insertPastReferrals } from '../../modules/referrals/index.ts';
import { insertPastAlerts } from '../../modules/safety/index.ts';
import { type SettingsApi, seedMarks } from '../../modules/settings/index.ts';
import { insertPastVehicles } from '../../modules/vehicles/index.ts';
import { type Posting, postEach } from '../../modules/wallet/index.ts';
import { addressesOf } from './addresses.ts';
import type { Past } from './plan-past.ts';

export interface WritePastDeps {
  withTx: WithTx;
  settings: Pick<SettingsApi, 'markSeed'>;
}

const BOOKINGS_A_PORTION = 200;
const POSTINGS_A_PORTION = 200;

interface Portion {
  name: string;
  write(tx: Tx): Promise<void>;
}

function portionsOf<Item>(
  name: string,
  items: readonly Item[],
  size: number,
  write: (tx: Tx, some: readonly Item[]) => Promise<void>,
): Portion[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => ({
    name: `past-${name}-${index}`,
    write: (tx) => write(tx, items.slice(index * size, (index + 1) * size)),
  }));
}

/** Everything around the bookings, and the jobs that learn from them and seal the days of the ledger. */
async function writeRest(tx: Tx, past: Past): Promise<void> {
  await insertPastPromos(tx, past.promos, past.promoUses);
  await insertPastPayments(tx, past.payments, past.topups);
  await insertPastWithdraws(tx, past.withdraws);
  await insertPastReferrals(tx, past.referrals);
  await insertPastChats(tx, past.chats, past.messages);
  await insertPastAlerts(tx, past.alerts);
  await insertPastDuty(tx, past.duty);
  await insertPastVehicles(tx, past.vehicles);
  await insertPastAddresses(tx, addressesOf(past.records));
  await addJob(tx, 'ledger.seal', {});
  await addJob(tx, 'travel-times.learn', {});
}

/** The name of the mark of a past that is complete. */
export const PAST_WRITTEN = 'past-written';

/** Waits for all, also when one fails: nothing is written any more when a start ends with an error. */
async function untilAllEnd(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

export function createWritePast({ withTx, settings }: WritePastDeps) {
  async function writeMissing(
    portions: readonly Portion[],
    marks: ReadonlyMap<string, number>,
  ): Promise<void> {
    for (const { name, write } of portions) {
      if (marks.has(name)) continue;
      await withTx(async (tx) => {
        if (await settings.markSeed(tx, name)) await write(tx);
      });
    }
  }

  return async function writePast(past: Past): Promise<void> {
    const bookings = portionsOf<PastRecord>('bookings', past.records, BOOKINGS_A_PORTION, insertPast);
    const moves = portionsOf<Posting>('postings', past.postings, POSTINGS_A_PORTION, postEach);
    const marks = await withTx((tx) => seedMarks(tx));
    // Each on a connection of its own: no row of one needs a row of the other.
    await untilAllEnd([writeMissing(bookings, marks), writeMissing(moves, marks)]);
    await writeMissing([{ name: PAST_WRITTEN, write: (tx) => writeRest(tx, past) }], marks);
  };
}
