// In-memory cache of the parsed settings, so that requests do not read the database; invalidated by an event on the
// bus.
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import type { StoredSettings } from './settings.repository.ts';

/** The settings with the version of their row. */
export interface VersionedSettings {
  readonly settings: Settings;
  /** 0 while nothing has been saved. */
  readonly version: number;
}

export interface SettingsCache {
  get(): Promise<Settings>;
  getVersioned(): Promise<VersionedSettings>;
  /** Invalidates the cache; the next `get` reads the database. */
  invalidate(): void;
}

/** Defaults of this installation that differ from the schema's. */
export type OwnDefaults = Readonly<Partial<Settings>>;

/** Fills missing fields with defaults; throws for a stored field that is invalid. */
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
    // A failed read is not cached, so the next caller tries again.
    reading.catch(() => {
      if (current === reading) current = null;
    });
    return reading;
  }
  return {
    getVersioned,
    get: async () => (await getVersioned()).settings,
    invalidate() {
      current = null;
    },
  };
}
