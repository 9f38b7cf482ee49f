// "editSettings": an admin changes the fields given; they hold from the answer on.
import type { PublicSettings } from '@kerb/contract';
import { countryOf } from '@kerb/domain/countries';
import { DomainError, isTimeZone } from '@kerb/domain/kernel';
import { checkSettings, type Settings } from '@kerb/domain/settings';
import type { Actor, Tx, WithTx } from '../../kit/index.ts';
import { type SettingsPatch, settingsPolicy } from './settings.policy.ts';

export interface SaveSettingsDeps {
  withTx: WithTx;
  current: () => Promise<Settings>;
  edit: (tx: Tx, patch: SettingsPatch, madeFrom?: number) => Promise<Settings>;
  /** Read what was committed at the next look. */
  refresh: () => void;
  publicSettings: () => Promise<PublicSettings>;
}

/** What the shape of a field cannot say. Throws `proper_bonus` for an empty bonus (specification §5). */
function refuseOdd({ bonus, timezone, country }: SettingsPatch): void {
  if (bonus === '' || bonus === null)
    throw new DomainError('proper_bonus', undefined, [
      { path: 'bonus', message: 'Enter the referral bonus' },
    ]);
  if (timezone !== undefined && !(typeof timezone === 'string' && isTimeZone(timezone.trim())))
    throw new DomainError('invalid_input', undefined, [{ path: 'timezone', message: 'Not a time zone' }]);
  if (country !== undefined && !(typeof country === 'string' && countryOf(country)))
    throw new DomainError('invalid_input', undefined, [{ path: 'country', message: 'Not a country' }]);
}

/** `madeFrom`: the version that the patch was made from. Throws `demo_mode`, `conflict`, `proper_bonus`, `money_exists` and a validation error; nothing is changed then. */
export function createSaveSettings({ withTx, current, edit, refresh, publicSettings }: SaveSettingsDeps) {
  return async function saveSettings(
    actor: Actor,
    patch: SettingsPatch,
    madeFrom?: number,
  ): Promise<PublicSettings> {
    settingsPolicy.editSettings(actor, await current(), patch);
    refuseOdd(patch);
    const checked = checkSettings(patch);
    await withTx((tx) => edit(tx, checked, madeFrom));
    refresh();
    return publicSettings();
  };
}
