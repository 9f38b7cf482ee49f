// Job that seals every finished day of the ledger, in the database and in a file in the storage.
import { type CalendarDay, calendarDay, endOfDay, isoDay, parseDay } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { ledgerRepository, sealWriter } from './ledger.repository.ts';
import {
  isSameSeal,
  isSealedWith,
  NO_HASH,
  readSeal,
  type Seal,
  sealBytes,
  sealFile,
  sealKey,
  sealMac,
} from './seal.ts';

export interface SealDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'timezone'>> };
  storage: Storage;
  secret: string;
}

/** Maximum number of days that one run seals; the next runs continue after a long downtime. */
const MAX_DAYS_AT_ONCE = 400;
/** The number of newest seals whose files are checked in each run and written again when missing. */
const COPIES_LOOKED_AFTER = 35;

/**
 * Writes the file of a seal when it is missing. Returns false when the file exists, or when the seal was not made with
 * this key.
 */
async function writeMissingCopy(storage: Storage, key: Buffer, seal: Seal): Promise<boolean> {
  if (!isSealedWith(key, seal) || (await storage.get(sealFile(seal.day))) !== null) return false;
  await storage.put(sealFile(seal.day), { bytes: sealBytes(seal), contentType: 'application/json' });
  return true;
}

/**
 * Writes the missing files of seals after a recovery in which the database was restored to a later moment than the file
 * storage. Returns their days.
 */
export async function writeMissingCopies({
  db,
  storage,
  secret,
}: Pick<SealDeps, 'db' | 'storage' | 'secret'>): Promise<string[]> {
  const key = sealKey(secret);
  const days: string[] = [];
  for (const seal of await ledgerRepository(db).seals())
    if (await writeMissingCopy(storage, key, seal)) days.push(seal.day);
  return days;
}

/**
 * Seals all unsealed finished days, oldest first, and returns them as YYYY-MM-DD. Throws when a seal differs from its
 * file, or when the balances do not sum to zero; then no further day is sealed.
 */
export function createSealDays({ db, withTx, clock, settings, storage, secret }: SealDeps) {
  const key = sealKey(secret);

  /** The next day to seal; null while that day is not over, or while the ledger is empty. */
  async function nextDay(tx: Tx, last: Seal | undefined, timezone: string): Promise<CalendarDay | null> {
    const first = last ? undefined : await ledgerRepository(tx).firstAt();
    if (!last && first === undefined) return null;
    const day = last ? parseDay(last.day, 1) : calendarDay(first ?? 0, timezone);
    return endOfDay(day, timezone) <= clock.now() ? day : null;
  }

  const sealOne = (timezone: string): Promise<Seal | null> =>
    withTx(async (tx) => {
      const writer = sealWriter(tx);
      await writer.lock();
      const ledger = ledgerRepository(tx);
      const [last] = await ledger.seals(1);
      const day = await nextDay(tx, last, timezone);
      if (day === null) return null;
      const { through, entries } = await ledger.since(last?.through ?? 0, endOfDay(day, timezone));
      const link = await ledger.link(through);
      const content = {
        day: isoDay(day),
        through,
        head: link?.hash ?? NO_HASH,
        entries: (last?.entries ?? 0) + entries,
        total: await ledger.total(),
        sealedAt: clock.now(),
        prev: last?.mac ?? NO_HASH,
      };
      const seal = { ...content, mac: sealMac(key, content) };
      await writer.add(seal);
      return seal;
    });

  /** Writes the seal's file once and never replaces it: a file that differs is evidence, and an error is thrown. */
  async function writeSealCopy(seal: Seal): Promise<void> {
    if (await writeMissingCopy(storage, key, seal)) return;
    const file = await storage.get(sealFile(seal.day));
    if (file === null) throw new Error(`The seal of ${seal.day} was not made by this installation`);
    const copy = readSeal(file.bytes);
    if (copy === null || !isSameSeal(copy, seal))
      throw new Error(`The seal of ${seal.day} differs from its file: npm run ledger:verify shows details`);
  }

  return async function sealDays(): Promise<string[]> {
    const { timezone } = await settings.get();
    for (const seal of await ledgerRepository(db).seals(COPIES_LOOKED_AFTER)) await writeSealCopy(seal);
    const days: string[] = [];
    while (days.length < MAX_DAYS_AT_ONCE) {
      const seal = await sealOne(timezone);
      if (seal === null) break;
      await writeSealCopy(seal);
      days.push(seal.day);
    }
    return days;
  };
}
