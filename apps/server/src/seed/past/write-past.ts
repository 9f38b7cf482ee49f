// Stores the demonstration's past in portions, each in its own transaction together with a mark: after a crash, the
// next start writes the missing portions. The server listens only when all are written.
// A single transaction would be slow: each ledger entry changes its account's balance, and PostgreSQL then reads all
// versions of that row made by the same transaction.
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

/**
 * Writes everything except bookings and ledger entries, and adds the jobs that learn travel times and seal ledger days.
 */
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

/** Name of the mark of a completely written past. */
export const PAST_WRITTEN = 'past-written';

/** Waits for all promises even if one rejects, so that nothing is written after a start has failed. */
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
    // The two run on separate connections, because no row of one references a row of the other.
    await untilAllEnd([writeMissing(bookings, marks), writeMissing(moves, marks)]);
    await writeMissing([{ name: PAST_WRITTEN, write: (tx) => writeRest(tx, past) }], marks);
  };
}
