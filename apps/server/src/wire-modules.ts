// Creates every module, lowest tier first, and connects ports of lower modules to the higher modules that implement
// them. A new module needs two entries: its creation, and its name in the list of createModules.
import { join } from 'node:path';
import type { RegionLink } from '@kerb/contract';
import { defaultSendLimits, isSimulatedMobile, scaleSendLimits } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import { createAccountData } from './account-data.ts';
import { createAdaptersFor } from './adapters-for.ts';
import type { Config } from './config.ts';
import type { Database } from './kit/db/index.ts';
import { createTransactor } from './kit/db/transactor.ts';
import { markIdempotentEffect } from './kit/http/idempotency.ts';
import type { ServerModule } from './kit/index.ts';
import type { Live } from './kit/live/gateway.ts';
import type { Logger } from './kit/observe/logger.ts';
import type { Metrics } from './kit/observe/metrics.ts';
import type { SecurityLog } from './kit/observe/security-log.ts';
import { serverRoot } from './kit/package-root.ts';
import { createLatePort } from './late-port.ts';
import { mapsForModules } from './maps-for-modules.ts';
import { createBookingModule } from './modules/booking/index.ts';
import {
  type CarTypeBookings,
  type CarTypeDrivers,
  type CarTypeRecurringBookings,
  type CarTypeVehicles,
  createCarTypesModule,
} from './modules/car-types/index.ts';
import { createChatModule } from './modules/chat/index.ts';
import {
  createDispatchModule,
  type DispatchApi,
  eraseDriverFromDispatch,
  type SearchShare,
} from './modules/dispatch/index.ts';
import { createDriverDocumentsModule } from './modules/driver-documents/index.ts';
import {
  type CarPositions,
  createFleetModule,
  type DriverShifts,
  type DutyInOtherCities,
  type SharedVehicles,
  type TripsUnderWay,
} from './modules/fleet/index.ts';
import {
  createAccountModule,
  createIdentityModule,
  createSignInCheck,
  type DriverProfiles,
  type IdentityApi,
  type RiderTrips,
  type WalletBalances,
} from './modules/identity/index.ts';
import { createLanguagesModule } from './modules/languages/index.ts';
import { createLedgerModule, type HeldPayments } from './modules/ledger/index.ts';
import {
  createMapsModule,
  createRoutingBudget,
  defaultRoutingLimits,
  type OperatorSettings,
  type RoutingBudget,
  scaleRoutingLimits,
  type TrafficFactors,
} from './modules/maps/index.ts';
import { createMobilityDataModule, rewriteFilesOfRider } from './modules/mobility-data/index.ts';
import { createMoneyModule } from './modules/money/index.ts';
import { createDevInbox, createNotificationsModule } from './modules/notifications/index.ts';
import { createPartnerKeysModule } from './modules/partner-keys/index.ts';
import { type BookingOrders, createPaymentsModule } from './modules/payments/index.ts';
import {
  closeDesk,
  createPhoneDeskModule,
  erasePhoneDesk,
  exportRiderNotes,
} from './modules/phone-desk/index.ts';
import { createPromosModule } from './modules/promos/index.ts';
import { createReceiptsModule, eraseReceiptMails } from './modules/receipts/index.ts';
import { createRecurringBookingsModule } from './modules/recurring-bookings/index.ts';
import { createReferralsModule, type PaidTrips } from './modules/referrals/index.ts';
import { createReportsModule } from './modules/reports/index.ts';
import { createSafetyModule, eraseTrips, exportTrips } from './modules/safety/index.ts';
import {
  createSavedViewsModule,
  eraseSavedViews,
  exportSavedViews,
  unshareSavedViews,
} from './modules/saved-views/index.ts';
import {
  type AdminAccounts,
  type BookingEntries,
  createSettingsModule,
  type LanguageChoices,
  type PaymentOrders,
  type VehicleRents,
  type WalletEntries,
} from './modules/settings/index.ts';
import { createSetupModule } from './modules/setup/index.ts';
import { createShiftsModule } from './modules/shifts/index.ts';
import { createSignUpModule } from './modules/sign-up/index.ts';
import { createTrackingModule } from './modules/tracking/index.ts';
import { createTravelTimesModule } from './modules/travel-times/index.ts';
import {
  type AccountDeletion,
  createUsersModule,
  type UserBookings,
  type UsersApi,
} from './modules/users/index.ts';
import { createVehiclesModule } from './modules/vehicles/index.ts';
import { createWalletModule } from './modules/wallet/index.ts';
import { createWhatIfModule } from './modules/what-if/index.ts';
import type { Bus } from './ports/bus.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';
import type { RoadRouter } from './ports/roads.ts';
import { demonstrationSignIns } from './seed/index.ts';
import { createReadUserParts } from './user-parts.ts';

export interface ModulesDeps {
  config: Config & { secret: string };
  database: Database;
  logger: Logger;
  security: SecurityLog;
  clock: Clock;
  ids: Ids;
  /** Factor for the limits of calls, routes and live sockets; by default 1, and 20 in a demonstration. */
  limitScale?: number;
  roads?: RoadRouter;
  routingBudget?: RoutingBudget;
  /** Initial settings of this city that differ from the defaults. */
  ownDefaults?: Partial<Settings>;
  /** Returns the cities of the installation; empty when there is only one. */
  regions?: () => RegionLink[];
  /** The duty of this city's drivers in the other cities; left out when there is only one city. */
  dutyElsewhere?: DutyInOtherCities;
  /** Distributes the driver search of several cities among the servers; left out when there is only one city. */
  searchShare?: SearchShare;
}

interface Channels {
  live: Live;
  bus: Bus;
  cars: CarPositions;
  metrics: Metrics;
}

/** Scaled in a demonstration, because all its clients, simulated ones included, call from one address. */
export const limitScaleOf = ({ config, limitScale }: Pick<ModulesDeps, 'config' | 'limitScale'>): number =>
  limitScale ?? (config.mode === 'demo' ? 20 : 1);

/** In a demonstration the meter accepts cars that move four times as fast as the roads allow. */
const DEMO_CAR_SPEED = 4;

/** Ports that lower modules declare, each with the name of the higher module that implements it. */
function createLatePorts() {
  return {
    settings: createLatePort<OperatorSettings>('settings'),
    travelTimes: createLatePort<TrafficFactors>('travel-times'),
    languages: createLatePort<LanguageChoices>('languages'),
    identity: createLatePort<AdminAccounts & Pick<IdentityApi, 'usersOf'>>('identity'),
    accounts: createLatePort<AccountDeletion>('accounts'),
    fleet: createLatePort<CarTypeDrivers & DriverProfiles>('fleet'),
    wallet: createLatePort<WalletBalances & WalletEntries>('wallet'),
    payments: createLatePort<HeldPayments & PaymentOrders>('payments'),
    booking: createLatePort<
      BookingEntries & BookingOrders & CarTypeBookings & PaidTrips & UserBookings & RiderTrips & TripsUnderWay
    >('booking'),
    recurringBookings: createLatePort<CarTypeRecurringBookings>('recurring-bookings'),
    vehicles: createLatePort<CarTypeVehicles & SharedVehicles & VehicleRents>('vehicles'),
    dispatch: createLatePort<Pick<DispatchApi, 'candidates'>>('dispatch'),
    users: createLatePort<UsersApi>('users'),
    shifts: createLatePort<DriverShifts>('shifts'),
  };
}

/** Dependencies of every module: database, clock, events and logs. */
function createBase({ database, clock, ids, logger, security }: ModulesDeps, { bus, live, cars }: Channels) {
  const db = database.queries;
  const withTx = createTransactor(db, { beforeCommit: markIdempotentEffect, security });
  return { db, reads: database.reads, withTx, clock, ids, bus, live, cars, logger, security };
}

interface Wiring {
  deps: ModulesDeps;
  base: ReturnType<typeof createBase>;
  later: ReturnType<typeof createLatePorts>;
  adapters: ReturnType<typeof createAdaptersFor>;
}

/** Creates the modules that all others use: maps, settings, travel times, languages and identity. */
function createBaseModules({ deps, base, later, adapters }: Wiring, showsInbox: boolean) {
  const { config, database, logger, security } = deps;
  const isDemo = config.mode === 'demo';
  const maps = createMapsModule({
    pool: database.pool,
    clock: base.clock,
    dataDir: config.dataFolder,
    glyphsFolder: join(serverRoot(), 'assets', 'glyphs'),
    roads: deps.roads ?? adapters.roads,
    external: adapters.externalMaps,
    budget:
      deps.routingBudget ?? createRoutingBudget(scaleRoutingLimits(defaultRoutingLimits, limitScaleOf(deps))),
    settings: later.settings.port,
    traffic: later.travelTimes.port,
    logger,
  });
  const roads = mapsForModules(maps.api);
  const settings = createSettingsModule({
    ...base,
    // Visitors of a demonstration share its accounts: one visitor's second factor would lock the others out.
    ownDefaults: { adminSecondFactor: !isDemo, ...deps.ownDefaults },
    city: roads.city,
    regions: deps.regions ?? (() => []),
    admins: later.identity.port,
    wallet: later.wallet.port,
    bookings: later.booking.port,
    payments: later.payments.port,
    vehicles: later.vehicles.port,
    languages: later.languages.port,
    social: adapters.signIns.map(({ provider }) => provider),
    demo: isDemo ? { signIns: demonstrationSignIns(), inbox: showsInbox } : null,
  });
  const travelTimes = createTravelTimesModule({ ...base, settings: settings.api });
  const languages = createLanguagesModule({ ...base, settings: settings.api });
  const identity = createIdentityModule({
    ...base,
    sms: adapters.sms,
    email: adapters.email,
    secret: config.secret,
    settings: settings.api,
    languages: languages.api,
    signInCheck: createSignInCheck(config.signInCheckUrl ?? null, 'kerb', (error) =>
      logger.warn({ err: error }, 'The sign-in check did not answer'),
    ),
    captcha: adapters.captcha,
    sendLimits: scaleSendLimits({ ...defaultSendLimits, perDay: config.otpPerDay }, limitScaleOf(deps)),
    onCallerNotStored: (error) =>
      logger.warn({ err: error }, 'The device and network of a sign-in were not stored'),
    onUsedUp: () => logger.warn('All sign-in codes of the last 24 hours (OTP_PER_DAY) were sent'),
    social: {
      signIns: adapters.signIns,
      publicUrl: config.publicUrl,
      onFailure: (error) => logger.info({ err: error }, 'A social sign-in did not succeed'),
    },
    isUnthrottled: (mobile) => isDemo && isSimulatedMobile(mobile),
    onSecondFactor: security.write,
    allowLoopbackPush: isDemo,
    wallet: later.wallet.port,
    drivers: later.fleet.port,
    trips: later.booking.port,
  });
  return { maps, roads, settings, travelTimes, languages, identity };
}

type BaseModules = ReturnType<typeof createBaseModules>;

/** Creates the modules of drivers, vehicles and documents, and of sign-up. */
function createDriverModules({ deps, base, later, adapters }: Wiring, lower: BaseModules) {
  const { config } = deps;
  const settings = lower.settings.api;
  const identity = lower.identity.api;
  const { images, storage } = adapters;
  const carTypes = createCarTypesModule({
    ...base,
    images,
    storage,
    settings,
    languages: lower.languages.api,
    drivers: later.fleet.port,
    vehicles: later.vehicles.port,
    bookings: later.booking.port,
    recurringBookings: later.recurringBookings.port,
  });
  const fleet = createFleetModule({
    ...base,
    settings,
    identity,
    carTypes: carTypes.api,
    trips: later.booking.port,
    shifts: later.shifts.port,
    vehicles: later.vehicles.port,
    elsewhere: deps.dutyElsewhere,
    secondsTo: lower.roads.inLane('previews').secondsTo,
  });
  const shifts = createShiftsModule({ ...base, settings, identity, fleet: fleet.api });
  const documents = createDriverDocumentsModule({
    ...base,
    images,
    storage,
    secret: config.secret,
    settings,
    identity,
    fleet: fleet.api,
  });
  const signUp = createSignUpModule({
    ...base,
    settings,
    identity,
    fleet: fleet.api,
    documents: documents.api,
  });
  const setup = createSetupModule({
    identity,
    settings,
    refreshSettings: lower.settings.refresh,
    takeOffDuty: fleet.api.takeOffDuty,
    hasMap: lower.maps.api.reload,
    setupMobile: config.setupMobile,
  });
  return { carTypes, fleet, shifts, documents, signUp, setup };
}

/** Creates the modules of wallets, the ledger and payments. */
function createMoneyModules({ deps, base, later, adapters }: Wiring, lower: BaseModules) {
  const { config } = deps;
  const settings = lower.settings.api;
  const identity = lower.identity.api;
  const wallet = createWalletModule({ ...base, settings });
  const promos = createPromosModule({ ...base, settings });
  const ledger = createLedgerModule({
    ...base,
    settings,
    identity,
    storage: adapters.storage,
    secret: config.secret,
    heldPayments: later.payments.port,
  });
  const money = createMoneyModule({
    ...base,
    settings: { get: settings.get, lockMoneyUnit: lower.settings.lockMoneyUnit },
    identity,
    wallet: wallet.api,
  });
  const payments = createPaymentsModule({
    ...base,
    settings: { get: settings.get, lockMoneyUnit: lower.settings.lockMoneyUnit },
    identity,
    languages: lower.languages.api,
    wallet: wallet.api,
    providers: adapters.paymentProviders,
    testProvider: config.payments.test ? { secret: config.secret } : null,
    publicUrl: config.publicUrl,
    bookings: later.booking.port,
  });
  const referrals = createReferralsModule({
    ...base,
    secret: config.secret,
    settings,
    identity,
    wallet: wallet.api,
    trips: later.booking.port,
  });
  return { wallet, promos, ledger, money, payments, referrals };
}

type Accounts = BaseModules & ReturnType<typeof createDriverModules> & ReturnType<typeof createMoneyModules>;

/** Creates the modules of bookings, from the request to the finished trip. */
function createRideModules({ deps, base, later, adapters }: Wiring, lower: Accounts) {
  const { images, storage } = adapters;
  const settings = lower.settings.api;
  const identity = lower.identity.api;
  const fleet = lower.fleet.api;
  const wallet = lower.wallet.api;
  const { maps, roads } = lower;
  const booking = createBookingModule({
    ...base,
    images,
    storage,
    settings: { get: settings.get, lockMoneyUnit: lower.settings.lockMoneyUnit },
    maps: { ...roads.inLane('estimates'), assertInCity: roads.assertInCity },
    routing: maps.api.budget,
    identity,
    languages: lower.languages.api,
    catalog: { carTypes: lower.carTypes.api.carTypes, cancelReasons: lower.settings.cancelReasons },
    fleet,
    wallet,
    promos: lower.promos.api,
    payments: lower.payments.api,
    search: later.dispatch.port,
    meterSpeedScale: deps.config.mode === 'demo' ? DEMO_CAR_SPEED : 1,
  });
  const tracking = createTrackingModule({
    ...base,
    settings,
    maps: roads.inLane('previews'),
    fleet,
    booking: booking.api,
  });
  const recurringBookings = createRecurringBookingsModule({
    ...base,
    settings,
    identity,
    carTypes: lower.carTypes.api,
    booking: booking.api,
  });
  const vehicles = createVehiclesModule({
    ...base,
    settings: { get: settings.get, lockMoneyUnit: lower.settings.lockMoneyUnit },
    identity,
    carTypes: lower.carTypes.api,
    fleet,
    wallet,
    booking: booking.api,
  });
  const dispatch = createDispatchModule({
    ...base,
    settings,
    maps: roads.inLane('dispatch'),
    identity,
    fleet,
    wallet,
    booking: booking.api,
    ...(deps.searchShare === undefined ? {} : { searchShare: deps.searchShare }),
  });
  const chat = createChatModule({ ...base, settings, identity, booking: booking.api, images, storage });
  return { booking, recurringBookings, vehicles, tracking, dispatch, chat };
}

type Rides = Accounts & ReturnType<typeof createRideModules>;

/** Creates the modules of messages and documents about bookings. */
function createMessageModules(
  { deps, base, later, adapters }: Wiring,
  lower: Rides,
  inbox: { inbox: ReturnType<typeof createDevInbox> | null; showsInbox: boolean },
) {
  const { config } = deps;
  const { push, sms, email, documents } = adapters;
  const settings = lower.settings.api;
  const identity = lower.identity.api;
  const languages = lower.languages.api;
  const booking = lower.booking.api;
  const safety = createSafetyModule({
    ...base,
    secret: config.secret,
    publicUrl: config.publicUrl,
    settings,
    identity,
    fleet: lower.fleet.api,
    booking,
    remainingRoute: lower.tracking.api.remainingRoute,
  });
  const notifications = createNotificationsModule({
    ...base,
    ...inbox,
    push,
    sms,
    email,
    publicUrl: config.publicUrl,
    settings,
    identity,
    users: later.users.port,
    languages,
    booking,
    chat: lower.chat.api,
    safety: safety.api,
    secondsTo: lower.dispatch.api.secondsTo,
  });
  const reports = createReportsModule({
    ...base,
    documents,
    settings,
    identity,
    languages,
    fleet: lower.fleet.api,
    booking,
    wallet: lower.wallet.api,
    money: lower.money.api,
    maps: lower.maps.api,
  });
  const whatIf = createWhatIfModule({
    ...base,
    settings,
    travelTimes: lower.travelTimes.api,
    roadGraphFile: lower.maps.api.streetGraphFile,
  });
  const partnerKeys = createPartnerKeysModule({ ...base, settings });
  const mobilityData = createMobilityDataModule({
    ...base,
    secret: config.secret,
    settings,
    fleet: lower.fleet.api,
    carTypes: lower.carTypes.api,
    storage: adapters.storage,
  });
  const receipts = createReceiptsModule({
    ...base,
    documents,
    email,
    settings,
    identity,
    languages,
    carTypes: lower.carTypes.api,
    booking,
    featuresIn: lower.maps.api.featuresIn,
  });
  return { notifications, reports, whatIf, partnerKeys, mobilityData, receipts, safety };
}

/** Creates the modules that show, export and delete whole accounts. */
function createUserModules(
  { base, later, adapters }: Wiring,
  lower: Rides & ReturnType<typeof createMessageModules>,
) {
  const { images, storage } = adapters;
  const settings = lower.settings.api;
  const identity = lower.identity.api;
  const fleet = lower.fleet.api;
  const documents = lower.documents.api;
  const wallet = lower.wallet.api;
  const booking = lower.booking.api;
  const notifications = lower.notifications.api;
  const readParts = createReadUserParts({
    settings,
    identity,
    fleet,
    documents,
    wallet,
    booking,
    notifications,
  });
  const data = createAccountData({
    db: base.db,
    clock: base.clock,
    settings,
    wallet,
    money: lower.money.api,
    booking,
    recurringBookings: lower.recurringBookings.api,
    vehicles: lower.vehicles.api,
    payments: lower.payments.api,
    fleet,
    shifts: lower.shifts.api,
    documents,
    dispatch: { eraseDriverFromDispatch },
    chat: lower.chat.api,
    notifications,
    mobilityData: { rewriteFilesOfRider },
    receipts: { eraseReceiptMails },
    referrals: lower.referrals.api,
    safety: { eraseTrips, exportTrips },
    phoneDesk: { erasePhoneDesk, exportRiderNotes },
    savedViews: { eraseSavedViews, exportSavedViews },
  });
  const account = createAccountModule({
    ...base,
    images,
    storage,
    data,
    presentMe: identity.presentMe,
    readParts,
  });
  const users = createUsersModule({
    ...base,
    settings,
    identity,
    fleet,
    wallet,
    payouts: data,
    bookings: later.booking.port,
    shifts: lower.shifts.api,
    vehicles: lower.vehicles.api,
    recurringBookings: lower.recurringBookings.api,
    savedViews: { unshareSavedViews },
    phoneDesk: { closeDesk },
    readParts,
    accounts: later.accounts.port,
  });
  return { account, users };
}

export function createModules(deps: ModulesDeps, channels: Channels) {
  const { config, clock } = deps;
  const isDemo = config.mode === 'demo';
  const showsInbox = isDemo && config.twilio === undefined;
  const base = createBase(deps, channels);
  const later = createLatePorts();
  const inbox = createDevInbox({ ...base, usersOf: later.identity.port.usersOf });
  const adapters = createAdaptersFor(config, { clock, inbox, metrics: channels.metrics });
  const wiring: Wiring = { deps, base, later, adapters };

  const foundation = createBaseModules(wiring, showsInbox);
  const drivers = createDriverModules(wiring, foundation);
  const money = createMoneyModules(wiring, foundation);
  const accounts = { ...foundation, ...drivers, ...money };
  const rides = { ...accounts, ...createRideModules(wiring, accounts) };
  const messages = createMessageModules(wiring, rides, { inbox: isDemo ? inbox : null, showsInbox });
  const users = createUserModules(wiring, { ...rides, ...messages });
  const phoneDesk = createPhoneDeskModule({
    ...base,
    callsSecret: config.callsSecret,
    publicUrl: config.publicUrl,
    settings: rides.settings.api,
    identity: rides.identity.api,
    booking: rides.booking.api,
  });
  const savedViews = createSavedViewsModule(base);
  const created = { ...rides, ...messages, ...users, phoneDesk, savedViews };

  later.settings.connect(created.settings.api);
  later.travelTimes.connect(created.travelTimes.api);
  later.languages.connect(created.languages.api);
  later.identity.connect(created.identity.api);
  later.accounts.connect(created.account.api);
  later.fleet.connect(created.fleet.api);
  later.wallet.connect(created.wallet.api);
  later.payments.connect(created.payments.api);
  later.booking.connect(created.booking.api);
  later.recurringBookings.connect(created.recurringBookings.api);
  later.vehicles.connect(created.vehicles.api);
  later.dispatch.connect(created.dispatch.api);
  later.users.connect(created.users.api);
  later.shifts.connect(created.shifts.api);

  const all: readonly ServerModule[] = [
    created.settings,
    created.travelTimes,
    created.languages,
    created.maps,
    created.identity,
    created.account,
    created.setup,
    created.carTypes,
    created.fleet,
    created.shifts,
    created.documents,
    created.signUp,
    created.wallet,
    created.promos,
    created.ledger,
    created.money,
    created.payments,
    created.users,
    created.referrals,
    created.booking,
    created.recurringBookings,
    created.vehicles,
    created.tracking,
    created.dispatch,
    created.chat,
    created.notifications,
    created.reports,
    created.whatIf,
    created.partnerKeys,
    created.mobilityData,
    created.receipts,
    created.safety,
    created.phoneDesk,
    created.savedViews,
  ];
  return { ...created, all, withTx: base.withTx };
}

export type Modules = ReturnType<typeof createModules>;
