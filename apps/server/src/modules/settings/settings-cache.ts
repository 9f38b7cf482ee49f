// Caches the parsed settings, so that a request never waits for them; invalidated by an event on the bus.
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

/** What this installation begins with, where it differs from the schema's defaults. */
export type OwnDefaults = Readonly<Partial<Settings>>;

/** Stored settings with the defaults of missing fields; a stored field that is invalid is an error. */
export const parseSettings = (stored: StoredSettings | null, ownDefaults: OwnDefaults = {}): Settings =>
  settingsSchema.parse({ ...ownDefaults, ...storedFields(stored) });

const storedFields = (stored: StoredSettings | null): object =>
  typeof stored?.value === 'object' && stored.value !== null ? stored.value : {};

export function createSettingsCache(
  read: () => Promise<StoredSettings | null>,
  ownDefaults: OwnDefaults = {},
): SettingsCache {
  let current: Promise<VersionedSettings> | null = null;
  function getVersioned(): Promise<VersionedSettings> {
    if (current !== null) return current;
    const reading = read().then((stored) => ({
      settings: parseSettings(stored, ownDefaults),
      version: stored?.version ?? 0,
    }));
    current = reading;
    // A failed read is not cached: the next caller tries again.
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
