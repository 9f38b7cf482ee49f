// Use case "editSettings": an admin changes the given fields, which take effect before the response.
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
  /** Invalidates this server's cache, so that the next call reads the committed settings. */
  refresh: () => void;
  publicSettings: () => Promise<PublicSettings>;
}

/** Rules that the schema of a field cannot express. Throws `proper_bonus` for an empty bonus (specification §5). */
function rejectInvalid({ bonus, timezone, country }: SettingsPatch): void {
  if (bonus === '' || bonus === null)
    throw new DomainError('proper_bonus', undefined, [
      { path: 'bonus', message: 'Enter the referral bonus' },
    ]);
  if (timezone !== undefined && !(typeof timezone === 'string' && isTimeZone(timezone.trim())))
    throw new DomainError('invalid_input', undefined, [{ path: 'timezone', message: 'Not a time zone' }]);
  if (country !== undefined && !(typeof country === 'string' && countryOf(country)))
    throw new DomainError('invalid_input', undefined, [{ path: 'country', message: 'Not a country' }]);
}

/**
 * `madeFrom`: the version that the patch is based on. Throws `demo_mode`, `conflict`, `proper_bonus`, `money_exists`
 * and a validation error; nothing is changed then.
 */
export function createSaveSettings({ withTx, current, edit, refresh, publicSettings }: SaveSettingsDeps) {
  return async function saveSettings(
    actor: Actor,
    patch: SettingsPatch,
    madeFrom?: number,
  ): Promise<PublicSettings> {
    settingsPolicy.editSettings(actor, await current(), patch);
    rejectInvalid(patch);
    const checked = checkSettings(patch);
    await withTx((tx) => edit(tx, checked, madeFrom));
    refresh();
    return publicSettings();
  };
}
