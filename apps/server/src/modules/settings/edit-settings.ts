// Changes the operator's settings: merges the patch into the stored ones, validates the result, publishes the change.
import { DomainError } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { appendEvent, type Clock, recordSecurity, type Tx } from '../../kit/index.ts';
import { settingsRepository } from './settings.repository.ts';
import { type OwnDefaults, parseSettings } from './settings-cache.ts';

export interface EditSettingsDeps {
  clock: Clock;
  /** Whether any amount is stored: a booking, a ledger entry, a payment or its order, or a rent. */
  moneyExists: (tx: Tx) => Promise<boolean>;
  ownDefaults?: OwnDefaults;
}

/** Settings that control who may sign in, sign up or drive, what admins may change, and where money goes. */
const securitySettings = [
  'AllowCriticalEditsAdmin',
  'FacebookLoginEnabled',
  'RiderWithDraw',
  'adminSecondFactor',
  'bank_fields',
  'bonus',
  'code',
  'driver_approval',
  'fareTolerance',
  'negativeBalance',
  'otp_secure',
  'panic',
  'referralsPerMonth',
  'restrictCountry',
] as const satisfies readonly (keyof Settings)[];

/** Whether the minor unit changes. Stored amounts are in minor units, so another unit would change them all. */
const isOtherUnit = (before: Settings, after: Settings): boolean =>
  before.decimal !== after.decimal || before.code !== after.code;

function currencyInUse(before: Settings, after: Settings): DomainError {
  const errors = (['code', 'decimal'] as const)
    .filter((field) => before[field] !== after[field])
    .map((path) => ({ path, message: `Stays ${before[path]}: amounts are stored in it` }));
  const detail = `Bookings, wallets or payments have amounts in ${before.code} with ${before.decimal} decimal places; a change would make other amounts of them.`;
  return new DomainError('money_exists', detail, errors);
}

/**
 * Returns the new settings. The patch may contain anything: throws a validation error for an invalid field,
 * `money_exists` for another currency or number of decimals once amounts are stored, and `conflict` when the settings
 * have changed since the version that the patch is based on.
 */
export function createEditSettings({ clock, moneyExists, ownDefaults }: EditSettingsDeps) {
  return async function editSettings(
    tx: Tx,
    patch: Readonly<Partial<Record<keyof Settings, unknown>>>,
    madeFrom?: number,
  ): Promise<Settings> {
    const repository = settingsRepository(tx);
    const stored = await repository.readForUpdate(clock.now());
    if (madeFrom !== undefined && madeFrom !== stored.version) throw new DomainError('conflict');
    const before = parseSettings(stored, ownDefaults);
    const after = settingsSchema.parse({ ...before, ...patch });
    if (isOtherUnit(before, after)) {
      await repository.holdMoneyUnitAlone();
      if (await moneyExists(tx)) throw currencyInUse(before, after);
    }
    const changed = securitySettings.filter((field) => before[field] !== after[field]);
    if (changed.length > 0) recordSecurity(tx, { event: 'settings_changed', settings: changed });
    const version = await repository.write(after, clock.now());
    await appendEvent(tx, { name: 'settings.changed', topics: [], data: { version } });
    await appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'settings' } });
    return after;
  };
}
