// Permissions to change the settings.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../kit/index.ts';

export type SettingsPatch = Readonly<Partial<Record<keyof Settings, unknown>>>;

/**
 * Whether the patch only switches critical edits on; otherwise an admin who switched them off could never save again.
 */
const onlyTurnsEditsOn = (patch: SettingsPatch): boolean =>
  Object.keys(patch).length === 1 && patch.AllowCriticalEditsAdmin === true;

export const settingsPolicy = {
  /** Requires an admin; while AllowCriticalEditsAdmin is off, only that switch may be changed (specification §5). */
  editSettings(actor: Actor, current: Settings, patch: SettingsPatch): void {
    if (actor.usertype !== 'admin') throw new DomainError('forbidden');
    if (!current.AllowCriticalEditsAdmin && !onlyTurnsEditsOn(patch)) throw new DomainError('demo_mode');
  },
} as const;
