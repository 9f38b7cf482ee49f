// Front door of settings: the operator's settings, cached; cancel reasons; marks of seeds that ran.
import type { City, PublicSettings } from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Queries, ServerModule, Tx } from '../../kit/index.ts';
import type { Bus, BusTopic } from '../../ports/bus.ts';
import { createEditSettings } from './edit-settings.ts';
import { type CancelReason, settingsRepository } from './settings.repository.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettingsCache } from './settings-cache.ts';

export type { CancelReason } from './settings.repository.ts';

/** Tells every server to read the settings anew. */
const settingsChanged: BusTopic<{ version: number }> = { name: 'settings.changed' };

export interface SettingsModuleDeps {
  db: Queries;
  bus: Bus;
  clock: Clock;
  /** The city served, from the map service. */
  city: () => Promise<City> | City;
  /** People to sign in as and whether the inbox is open; null outside demonstration mode. */
  demo: PublicSettings['demo'];
  /** Social sign-ins that are configured. */
  social: PublicSettings['social'];
}

export interface SettingsApi {
  /** The operator's settings; kept in memory until they change. */
  get(): Promise<Settings>;
  /** What every client may read. */
  publicSettings(): Promise<PublicSettings>;
  /** Lays the patch over the settings in the caller's transaction; readers see it once the event is told. */
  edit(tx: Tx, patch: Partial<Settings>): Promise<Settings>;
  addCancelReasons(tx: Tx, reasons: readonly CancelReason[]): Promise<void>;
  /** True for the first caller with this name in the life of the database: a seed runs once. */
  markSeed(tx: Tx, name: string): Promise<boolean>;
}

export function createSettingsModule(deps: SettingsModuleDeps): ServerModule & { api: SettingsApi } {
  const { db, bus, clock, city, demo, social } = deps;
  const repository = settingsRepository(db);
  const cache = createSettingsCache(repository.read);
  bus.subscribe(settingsChanged, cache.forget);

  const api: SettingsApi = {
    get: cache.get,
    async publicSettings() {
      const [settings, cityServed] = await Promise.all([cache.get(), city()]);
      return {
        ...settings,
        city: cityServed,
        demo,
        social: social.filter((provider) => provider !== 'facebook' || settings.FacebookLoginEnabled),
      };
    },
    edit: createEditSettings({ clock }),
    addCancelReasons: (tx, reasons) => settingsRepository(tx).addCancelReasons(reasons),
    markSeed: (tx, name) => settingsRepository(tx).markSeed(name, clock.now()),
  };

  return {
    api,
    routes: settingsRoutes({ publicSettings: api.publicSettings, cancelReasons: repository.cancelReasons }),
    subscribers: [
      {
        name: 'settings.on-settings-changed',
        events: ['settings.changed'],
        handle: async (event) => bus.publish(settingsChanged, { version: Number(event.data.version) }),
      },
    ],
    // Everyone may hear that the catalogue changed: it carries no more than that.
    topicPolicies: { catalog: async () => ['catalog'] },
  };
}
