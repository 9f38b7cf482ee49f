// Who may change the settings, and when.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../kit/index.ts';

export type SettingsPatch = Readonly<Partial<Record<keyof Settings, unknown>>>;

/** Only turning the switch back on: otherwise an admin who turned it off could never save again. */
const onlyTurnsEditsOn = (patch: SettingsPatch): boolean =>
  Object.keys(patch).length === 1 && patch.AllowCriticalEditsAdmin === true;

export const settingsPolicy = {
  /** An admin, and nothing but the switch itself while AllowCriticalEditsAdmin is off (specification §5). */
  editSettings(actor: Actor, current: Settings, patch: SettingsPatch): void {
    if (actor.usertype !== 'admin') throw new DomainError('forbidden');
    if (!current.AllowCriticalEditsAdmin && !onlyTurnsEditsOn(patch)) throw new DomainError('demo_mode');
  },
} as const;
