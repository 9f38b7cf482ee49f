// Changes the operator's settings: the patch is laid over what is stored, checked as a whole, and told to everyone.
import { DomainError } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Tx } from '../../kit/index.ts';
import { settingsRepository } from './settings.repository.ts';
import { parseSettings } from './settings-cache.ts';

export interface EditSettingsDeps {
  clock: Clock;
  /** Whether any amount was ever written: a booking, or an entry of the ledger. */
  moneyExists: (tx: Tx) => Promise<boolean>;
}

/** Every amount on the books is so many of the currency's smallest units: another unit would change them all. */
const isOtherUnit = (before: Settings, after: Settings): boolean =>
  before.decimal !== after.decimal || before.code !== after.code;

function moneyOnTheBooks(before: Settings, after: Settings): DomainError {
  const errors = (['code', 'decimal'] as const)
    .filter((field) => before[field] !== after[field])
    .map((path) => ({ path, message: `Stays ${before[path]}: amounts are on the books in it` }));
  const detail = `Bookings or wallets have amounts in ${before.code} with ${before.decimal} decimal places; a change would make other amounts of them.`;
  return new DomainError('money_exists', detail, errors);
}

/**
 * Returns the settings as they are now. The patch may hold anything: throws a validation error for a field out of
 * its range, `money_exists` for another currency or number of decimals once there is money, and `conflict` when the
 * settings are no longer those of the version that the patch was made from.
 */
export function createEditSettings({ clock, moneyExists }: EditSettingsDeps) {
  return async (
    tx: Tx,
    patch: Readonly<Partial<Record<keyof Settings, unknown>>>,
    madeFrom?: number,
  ): Promise<Settings> => {
    const repository = settingsRepository(tx);
    const stored = await repository.readForUpdate(clock.now());
    if (madeFrom !== undefined && madeFrom !== stored.version) throw new DomainError('conflict');
    const before = parseSettings(stored);
    const after = settingsSchema.parse({ ...before, ...patch });
    if (isOtherUnit(before, after)) {
      await repository.holdMoneyUnitAlone();
      if (await moneyExists(tx)) throw moneyOnTheBooks(before, after);
    }
    const version = await repository.write(after, clock.now());
    await appendEvent(tx, { name: 'settings.changed', topics: [], data: { version } });
    await appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'settings' } });
    return after;
  };
}
