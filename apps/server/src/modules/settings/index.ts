// Entry point of settings: the operator's settings with their cache, cancel reasons, and records of the seeds that ran.
import type { CancelReason, City, PublicSettings, RegionLink } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import {
  type Clock,
  type Queries,
  type ServerModule,
  subscribeOnEveryServer,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';
import { defaultCancelReasons } from './default-cancel-reasons.ts';
import { createEditCancelReasons } from './edit-cancel-reasons.ts';
import { createEditSettings } from './edit-settings.ts';
import { createSaveSettings } from './save-settings.ts';
import type {
  AdminAccounts,
  BookingEntries,
  LanguageChoices,
  PaymentOrders,
  VehicleRents,
  WalletEntries,
} from './settings.ports.ts';
import { settingsRepository } from './settings.repository.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettingsCache, type OwnDefaults, parseSettings } from './settings-cache.ts';

export { defaultCancelReasons } from './default-cancel-reasons.ts';
export type {
  AdminAccounts,
  BookingEntries,
  LanguageChoices,
  PaymentOrders,
  VehicleRents,
  WalletEntries,
} from './settings.ports.ts';

export interface SettingsModuleDeps {
  db: Queries;
  withTx: WithTx;
  bus: Bus;
  clock: Clock;
  ownDefaults?: OwnDefaults;
  /** The city in use, from the map service. */
  city: () => Promise<City> | City;
  /** All cities of the installation; empty when there is only one. */
  regions: () => readonly RegionLink[];
  admins: AdminAccounts;
  wallet: WalletEntries;
  bookings: BookingEntries;
  payments: PaymentOrders;
  vehicles: VehicleRents;
  languages: LanguageChoices;
  /** Users to sign in as, and whether the inbox is open; null outside demonstration mode. */
  demo: PublicSettings['demo'];
  /** The configured social sign-ins. */
  social: PublicSettings['social'];
}

export interface SettingsApi {
  /** The operator's settings; cached until they change. */
  get(): Promise<Settings>;
  /**
   * The settings that every client may read. Throws `setup_required` before the installation is set up, and
   * `unavailable` while no city has been imported.
   */
  publicSettings(): Promise<PublicSettings>;
  /**
   * Merges the patch into the settings in the caller's transaction; readers see the change once the event is published.
   */
  edit(tx: Tx, patch: Partial<Settings>): Promise<Settings>;
  /** Adds the default reasons unless the operator has some. */
  addDefaultCancelReasons(tx: Tx): Promise<void>;
  /** True for the first call with this name in a database, so that a seed runs once. `at` defaults to now. */
  markSeed(tx: Tx, name: string, at?: number): Promise<boolean>;
}

type SettingsModule = ServerModule & {
  api: SettingsApi;
  /**
   * Invalidates this server's cache, so that the next call reads the committed settings without waiting for the event.
   */
  refresh: () => void;
  /** The cancel reasons in their order; at most 200. */
  cancelReasons: () => Promise<readonly CancelReason[]>;
  /**
   * Currency and decimals, which cannot change until the transaction ends; for amounts that are about to be written.
   */
  lockMoneyUnit: (tx: Tx) => Promise<Pick<Settings, 'code' | 'decimal'>>;
};

export function createSettingsModule(deps: SettingsModuleDeps): SettingsModule {
  const {
    db,
    withTx,
    bus,
    clock,
    city,
    regions,
    admins,
    wallet,
    bookings,
    payments,
    vehicles,
    languages,
    demo,
    social,
  } = deps;
  const repository = settingsRepository(db);
  const cache = createSettingsCache(repository.read, deps.ownDefaults);
  subscribeOnEveryServer(bus, ['settings.changed'], cache.invalidate);

  let isSetUp = false;
  /** Cached once true, because an installation stays set up. */
  const guardSetUp = async (): Promise<void> => {
    isSetUp ||= (await repository.read()) !== null || (await admins.adminExists());
    if (!isSetUp) throw new DomainError('setup_required');
  };

  const edit = createEditSettings({
    ...deps,
    moneyExists: async (tx) =>
      (await wallet.hasMoney(tx)) ||
      (await bookings.hasBookings(tx)) ||
      (await payments.hasOrders(tx)) ||
      (await vehicles.hasRents(tx)),
  });
  const api: SettingsApi = {
    get: cache.get,
    async publicSettings() {
      await guardSetUp();
      const [{ settings, version }, cityServed, onOffer] = await Promise.all([
        cache.getVersioned(),
        city(),
        languages.choices(),
      ]);
      const cities = regions();
      return {
        ...settings,
        version,
        city: cityServed,
        languages: onOffer,
        demo,
        ...(cities.length > 0 ? { regions: [...cities] } : {}),
        social: social.filter((provider) => provider !== 'facebook' || settings.FacebookLoginEnabled),
      };
    },
    edit,
    async addDefaultCancelReasons(tx) {
      const reasons = settingsRepository(tx);
      if (!(await reasons.hasCancelReasons())) await reasons.addCancelReasons(defaultCancelReasons);
    },
    markSeed: (tx, name, at = clock.now()) => settingsRepository(tx).markSeed(name, at),
  };

  return {
    api,
    refresh: cache.invalidate,
    cancelReasons: repository.cancelReasons,
    async lockMoneyUnit(tx) {
      const held = settingsRepository(tx);
      // Sent together; the server of the database reads once it has the lock.
      const [, stored] = await Promise.all([held.lockMoneyUnit(), held.read()]);
      const { code, decimal } = parseSettings(stored, deps.ownDefaults);
      return { code, decimal };
    },
    routes: settingsRoutes({
      publicSettings: api.publicSettings,
      cancelReasons: repository.cancelReasons,
      editReasons: createEditCancelReasons({ withTx, current: cache.get, languages }),
      saveSettings: createSaveSettings({
        withTx,
        current: cache.get,
        edit,
        refresh: cache.invalidate,
        publicSettings: api.publicSettings,
      }),
    }),
    // Every client may subscribe, because the event only contains the name of the changed catalogue.
    topicPolicies: { catalog: async () => ['catalog'] },
  };
}

/** Time at which each seed ran, by name; ms since the epoch. */
export const seedMarks = (db: Queries): Promise<Map<string, number>> => settingsRepository(db).seedMarks();
