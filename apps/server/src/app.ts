// The composition root: the only place that wires. A module is added in two lines: made, and listed.
import { join } from 'node:path';
import { defaultSendLimits, isSimulatedMobile, scaleSendLimits } from '@kerb/domain/identity';
import { accountElsewhere } from './account-elsewhere.ts';
import { createInProcessBus } from './adapters/bus/in-process-bus.ts';
import { systemClock, uuidV7 } from './adapters/clock/system-clock.ts';
import { createPostgresServers } from './adapters/servers/postgres-servers.ts';
import { createAdaptersFor } from './adapters-for.ts';
import { liveOnEveryServer, shareCars } from './between-servers.ts';
import type { Config } from './config.ts';
import { type Database, isMigrated, readMigrations } from './kit/db/index.ts';
import { defaultMigrationsFolder } from './kit/db/migrate.ts';
import { createTransactor } from './kit/db/transactor.ts';
import { createHost, type Host } from './kit/host.ts';
import { markIdempotentEffect } from './kit/http/idempotency.ts';
import type { ServerModule } from './kit/index.ts';
import { createAudience } from './kit/live/audience.ts';
import { createLive } from './kit/live/gateway.ts';
import type { Logger } from './kit/observe/logger.ts';
import { serverRoot, workspaceRoot } from './kit/package-root.ts';
import { mapsForModules } from './maps-for-modules.ts';
import { createBookingModule } from './modules/booking/index.ts';
import { createChatModule } from './modules/chat/index.ts';
import { createDispatchModule } from './modules/dispatch/index.ts';
import { createFleetModule } from './modules/fleet/index.ts';
import { createAccountModule, createIdentityModule, createSignInCheck } from './modules/identity/index.ts';
import { createLanguagesModule } from './modules/languages/index.ts';
import { createMapsModule } from './modules/maps/index.ts';
import { createDevInbox, createNotificationsModule } from './modules/notifications/index.ts';
import { createPaymentsModule } from './modules/payments/index.ts';
import { createPeopleModule } from './modules/people/index.ts';
import { createPromosModule } from './modules/promos/index.ts';
import { createReceiptsModule } from './modules/receipts/index.ts';
import { createReferralsModule } from './modules/referrals/index.ts';
import { createReportsModule } from './modules/reports/index.ts';
import { createSafetyModule, eraseTrips, exportTrips } from './modules/safety/index.ts';
import { createSettingsModule } from './modules/settings/index.ts';
import { createSetupModule } from './modules/setup/index.ts';
import { createTrackingModule } from './modules/tracking/index.ts';
import { createLedgerModule, createMoneyModule, createWalletModule } from './modules/wallet/index.ts';
import type { Bus } from './ports/bus.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';
import { createSeedDemonstration, demonstrationSignIns } from './seed/index.ts';

export interface AppDeps {
  config: Config & { secret: string };
  database: Database;
  logger: Logger;
  version: string;
  /** What tests set otherwise. */
  clock?: Clock;
  ids?: Ids;
  requireAllRoutes?: boolean;
  eventLoopDelayMs?: number;
}

/** A demonstration's people, simulated ones included, all call from this machine. */
const limitScaleOf = ({ mode }: Config): number => (mode === 'demo' ? 20 : 1);

/** Makes every module, lowest tier first; what a tier needs of one above it is handed in as a function. */
function createModules(
  deps: AppDeps & Required<Pick<AppDeps, 'clock' | 'ids'>>,
  live: ReturnType<typeof createLive>,
  bus: Bus,
) {
  const { config, database, logger, clock, ids } = deps;
  const db = database.queries;
  const withTx = createTransactor(db, { beforeCommit: markIdempotentEffect });
  const isDemo = config.mode === 'demo';
  const hasInbox = isDemo && config.twilio === undefined;
  const base = { db, withTx, clock, ids, bus, live, logger };

  const inbox = createDevInbox({
    ...base,
    mobileOf: async (uid) => (await identity.api.userOf(uid))?.mobile ?? '',
  });
  const { images, documents, storage, sms, push, email, signIns, ...adapters } = createAdaptersFor(config, {
    clock,
    inbox,
  });

  const maps = createMapsModule({
    pool: database.pool,
    dataDir: config.dataFolder,
    glyphsFolder: join(serverRoot(), 'assets', 'glyphs'),
    roads: adapters.roads,
    external: adapters.externalMaps,
    country: async () => (await settings.api.get()).country,
  });
  const roads = mapsForModules(maps.api);
  const settings = createSettingsModule({
    ...base,
    city: roads.city,
    adminExists: () => identity.api.adminExists(),
    moneyExists: async (tx) => (await wallet.api.hasMoney(tx)) || (await booking.api.hasBookings(tx)),
    languages: () => languages.api.choices(),
    social: signIns.map(({ provider }) => provider),
    demo: isDemo ? { signIns: demonstrationSignIns(), inbox: hasInbox } : null,
  });
  const languages = createLanguagesModule({ ...base, settings: settings.api });
  const identity = createIdentityModule({
    ...base,
    sms,
    secret: config.secret,
    settings: settings.api,
    languages: languages.api,
    signInCheck: createSignInCheck(config.signInCheckUrl ?? null, 'kerb', (error) =>
      logger.warn({ err: error }, 'The sign-in check did not answer'),
    ),
    captcha: adapters.captcha,
    sendLimits: scaleSendLimits({ ...defaultSendLimits, perDay: config.otpPerDay }, limitScaleOf(config)),
    onUsedUp: () => logger.warn('All sign-in codes of the last 24 hours (OTP_PER_DAY) were sent'),
    social: {
      signIns,
      publicUrl: config.publicUrl,
      onFailure: (error) => logger.info({ err: error }, 'A social sign-in did not succeed'),
    },
    isUnthrottled: (mobile) => isDemo && isSimulatedMobile(mobile),
    allowLoopbackPush: isDemo,
    balanceOf: (uid) => wallet.api.balanceOf(uid),
    driverPartOf: (uid) => fleet.api.driverPartOf(uid),
    updateVehicle: (tx, uid, vehicle) => fleet.api.updateVehicle(tx, uid, vehicle),
    hasRidden: (tx, uid) => booking.api.hasPaidTrip(tx, uid),
  });
  const fleet = createFleetModule({
    ...base,
    images,
    storage,
    secret: config.secret,
    settings: settings.api,
    identity: identity.api,
    isCarTypeAwaited: (tx, carType) => booking.api.isCarTypeAwaited(tx, carType),
    tripsOf: (drivers, fleetadmin) => booking.api.tripsOf(drivers, fleetadmin),
    secondsTo: async (starts, point) =>
      (await roads.matrix(starts, [point])).map(([travel]) => travel?.time_in_secs ?? null),
  });
  const setup = createSetupModule({
    identity: identity.api,
    settings: settings.api,
    refreshSettings: settings.refresh,
    takeOffDuty: fleet.api.takeOffDuty,
    hasMap: maps.api.reload,
    setupMobile: config.setupMobile,
  });
  const wallet = createWalletModule({ ...base, settings: settings.api });
  const promos = createPromosModule({ ...base, settings: settings.api });
  const ledger = createLedgerModule({
    ...base,
    settings: settings.api,
    storage,
    secret: config.secret,
  });
  const money = createMoneyModule({
    ...base,
    settings: { get: settings.api.get, holdMoneyUnit: settings.holdMoneyUnit },
    identity: identity.api,
    wallet: wallet.api,
    heldPayments: () => payments.api.heldCount(),
  });
  const payments = createPaymentsModule({
    ...base,
    settings: settings.api,
    identity: identity.api,
    languages: languages.api,
    wallet: wallet.api,
    providers: adapters.paymentProviders,
    testProvider: config.payments.test ? { secret: config.secret } : null,
    publicUrl: config.publicUrl,
    orderOf: (id, rider) => booking.api.orderOf(id, rider),
  });
  const referrals = createReferralsModule({
    ...base,
    secret: config.secret,
    settings: settings.api,
    identity: identity.api,
    wallet: wallet.api,
    findBooking: (id) => booking.api.find(id),
  });
  const booking = createBookingModule({
    ...base,
    images,
    storage,
    settings: settings.api,
    maps: roads,
    identity: identity.api,
    languages: languages.api,
    fleet: fleet.api,
    wallet: wallet.api,
    promos: promos.api,
    payments: payments.api,
  });
  const tracking = createTrackingModule({
    ...base,
    settings: settings.api,
    maps: roads,
    fleet: fleet.api,
    booking: booking.api,
  });
  const dispatch = createDispatchModule({
    ...base,
    settings: settings.api,
    maps: roads,
    identity: identity.api,
    fleet: fleet.api,
    wallet: wallet.api,
    booking: booking.api,
  });
  const chat = createChatModule({ ...base, settings: settings.api, booking: booking.api, images, storage });
  const notifications = createNotificationsModule({
    ...base,
    push,
    sms,
    email,
    publicUrl: config.publicUrl,
    settings: settings.api,
    identity: identity.api,
    languages: languages.api,
    booking: booking.api,
    chat: chat.api,
    secondsTo: dispatch.api.secondsTo,
    inbox: isDemo ? inbox : null,
    showsInbox: hasInbox,
  });
  const account = createAccountModule({
    ...base,
    ...accountElsewhere({
      db,
      settings: settings.api,
      wallet: wallet.api,
      money: money.api,
      booking: booking.api,
      payments: payments.api,
      fleet: fleet.api,
      chat: chat.api,
      notifications: notifications.api,
      safety: { eraseTrips, exportTrips },
    }),
    images,
    storage,
    presentMe: identity.api.presentMe,
  });
  const people = createPeopleModule({
    ...base,
    settings: settings.api,
    identity: identity.api,
    fleet: fleet.api,
    wallet: wallet.api,
    hasOpenBooking: booking.api.hasOpenBooking,
    ratingsOf: booking.api.ratingsOf,
    deleteAccount: account.api.deleteUser,
  });
  const reports = createReportsModule({
    ...base,
    documents,
    settings: settings.api,
    identity: identity.api,
    languages: languages.api,
  });
  const receipts = createReceiptsModule({
    ...base,
    documents,
    email,
    settings: settings.api,
    identity: identity.api,
    languages: languages.api,
    booking: booking.api,
    featuresIn: maps.api.featuresIn,
  });
  const safety = createSafetyModule({
    ...base,
    secret: config.secret,
    publicUrl: config.publicUrl,
    settings: settings.api,
    identity: identity.api,
    fleet: fleet.api,
    booking: booking.api,
    wayAhead: tracking.api.wayAhead,
  });
  const all: readonly ServerModule[] = [
    ...[
      settings,
      languages,
      maps,
      identity,
      account,
      setup,
      fleet,
      wallet,
      promos,
      ledger,
      money,
      payments,
      people,
      referrals,
      booking,
      tracking,
      dispatch,
      chat,
      notifications,
      reports,
      receipts,
      safety,
    ],
  ];
  return {
    all,
    withTx,
    settings,
    languages,
    maps,
    identity,
    account,
    fleet,
    wallet,
    payments,
    booking,
    tracking,
    dispatch,
    chat,
  };
}

export type Modules = ReturnType<typeof createModules>;

export interface App {
  readonly modules: Modules;
  /** Fills an empty demonstration; false when that was done before. */
  seedDemonstration(): Promise<boolean>;
  /** Takes the city in use; false while none was imported. */
  openCity(): Promise<boolean>;
  /** Mounts everything and begins to work; the caller listens. */
  start(): Promise<Host>;
  close(): Promise<void>;
}

export async function createApp(given: AppDeps): Promise<App> {
  const deps = { clock: systemClock, ids: uuidV7, requireAllRoutes: true, ...given };
  const { config, database, logger, version } = deps;
  const bus = createInProcessBus((error, topic) => logger.error({ err: error, topic }, 'A listener failed'));
  const audience = createAudience();
  const others = createPostgresServers({
    connectionString: database.connectionString,
    pool: database.pool,
    onError: (error) => logger.warn({ err: error }, 'The other servers could not be told, or not be heard'),
  });
  const live = liveOnEveryServer(createLive(bus, audience.isWatched), others);
  const modules = createModules(deps, live, bus);
  const { live: cars } = modules.fleet.api;
  /** Before events are heard nothing may be kept in memory that they would correct, and nobody watches yet. */
  let isServing = false;
  const onSeenElsewhere: typeof modules.tracking.api.onSeenElsewhere = (position) => {
    if (isServing) modules.tracking.api.onSeenElsewhere(position);
  };
  shareCars({ live: cars, onSeenElsewhere }, others);
  const { settings, maps, identity, fleet, tracking, dispatch, withTx } = modules;
  const migrations = await readMigrations(defaultMigrationsFolder());
  let host: Host | undefined;

  return {
    modules,
    seedDemonstration: createSeedDemonstration({
      withTx,
      clock: deps.clock,
      settings: settings.api,
      identity: identity.api,
      fleet: fleet.api,
    }),
    openCity: maps.api.reload,
    async start() {
      host = await createHost({
        database,
        bus,
        logger,
        audience,
        modules: modules.all,
        resolveSession: identity.api.resolveSession,
        onPosition: tracking.api.onPosition,
        onTyping: modules.chat.api.onTyping,
        readiness: {
          database: async () => (await database.pool.query('select 1')).rowCount === 1,
          migrations: () => isMigrated(database.pool, migrations),
          map: maps.api.reload,
        },
        http: {
          version,
          trustProxy: config.trustProxy,
          hostedBasicAuth: config.hostedBasicAuth,
          isProduction: config.mode === 'production',
          limits: {
            ...{ callsPerMinute: 1200, scale: limitScaleOf(config) },
            ...(given.eventLoopDelayMs === undefined ? {} : { eventLoopDelayMs: given.eventLoopDelayMs }),
          },
        },
        metricsToken: config.metricsToken,
        web: {
          folder: join(workspaceRoot(), 'apps', 'web', 'dist'),
          publicUrl: config.publicUrl,
          appName: async () => (await settings.api.get()).appName,
          awaitsSetup: async () => !(await identity.api.adminExists()),
        },
        requireAllRoutes: deps.requireAllRoutes,
      });
      // Before the cars are read: one that moves meanwhile is heard of.
      await others.start();
      await fleet.api.start();
      // Before the jobs begin: after an outage the bookings that waited longest have their turn first.
      await dispatch.api.sweep();
      await host.start();
      isServing = true;
      return host;
    },
    async close() {
      isServing = false;
      await host?.close();
      await tracking.api.close();
      await fleet.api.close();
      // Last: what has to be kept does not wait for what has not.
      await others.close();
    },
  };
}
