// Keeps the parsed settings in memory, so that a request never waits for them; told on the bus to read anew.
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import type { StoredSettings } from './settings.repository.ts';

/** The settings with the state they are of. */
export interface VersionedSettings {
  readonly settings: Settings;
  /** 0: nothing was saved yet. */
  readonly version: number;
}

export interface SettingsCache {
  get(): Promise<Settings>;
  getVersioned(): Promise<VersionedSettings>;
  /** The next `get` reads the database. */
  forget(): void;
}

/** Stored settings with the defaults of whatever is missing; a stored field that no longer fits is an error. */
export const parseSettings = (stored: StoredSettings | null): Settings =>
  settingsSchema.parse(stored?.value ?? {});

export function createSettingsCache(read: () => Promise<StoredSettings | null>): SettingsCache {
  let current: Promise<VersionedSettings> | null = null;
  function getVersioned(): Promise<VersionedSettings> {
    if (current !== null) return current;
    const reading = read().then((stored) => ({
      settings: parseSettings(stored),
      version: stored?.version ?? 0,
    }));
    current = reading;
    // A failed read is not kept: the next caller tries again.
    reading.catch(() => {
      if (current === reading) current = null;
    });
    return reading;
  }
  return {
    getVersioned,
    get: async () => (await getVersioned()).settings,
    forget() {
      current = null;
    },
  };
}
