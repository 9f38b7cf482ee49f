// The composition root: starts and stops the whole server. wire-modules.ts creates the modules.
import { join } from 'node:path';
import { createInProcessBus } from './adapters/bus/in-process-bus.ts';
import { systemClock, uuidV7 } from './adapters/clock/system-clock.ts';
import { carsOfOtherServers, liveOnEveryServer, shareCars } from './between-servers.ts';
import { connectCounts, connectServers } from './connect-servers.ts';
import { isMigrated, readMigrations } from './kit/db/index.ts';
import { defaultMigrationsFolder } from './kit/db/migrate.ts';
import { createHost, type Host } from './kit/host.ts';
import type { createCallers } from './kit/http/callers.ts';
import { currentCall } from './kit/http/current-call.ts';
import type { HttpOptions } from './kit/http/server.ts';
import { createAudience } from './kit/live/audience.ts';
import { createLive } from './kit/live/gateway.ts';
import type { SocketLimits } from './kit/live/socket-limits.ts';
import { createMetrics, type Metrics } from './kit/observe/metrics.ts';
import { reportReplacedSecrets } from './kit/observe/replaced-secrets.ts';
import { createSecurityLog, type SecurityLine, writeSecurityLines } from './kit/observe/security-log.ts';
import type { Tracing } from './kit/observe/tracing.ts';
import { workspaceRoot } from './kit/package-root.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';
import { type CityTrips, createSeedDemonstration, isInsideBox, readCityTrips } from './seed/index.ts';
import { createModules, limitScaleOf, type Modules, type ModulesDeps } from './wire-modules.ts';

export interface AppDeps extends Omit<ModulesDeps, 'security' | 'clock' | 'ids'> {
  version: string;
  /** Null or left out when tracing is off. */
  tracing?: Tracing | null;
  /** Replaced by tests; the system clock by default. */
  clock?: Clock;
  ids?: Ids;
  requireAllRoutes?: boolean;
  eventLoopDelayMs?: number;
  onSecurityEvent?: (line: SecurityLine) => void;
  createCallers?: typeof createCallers;
  /** Name of the city when it is not the first one of the installation. */
  cityName?: string;
  /** Key of the city when it is not the first one, which its metrics have as a label. */
  cityKey?: string;
  http?: Pick<HttpOptions, 'clients' | 'shedding' | 'others' | 'listens' | 'acceptors'>;
}

function socketLimitsOf(deps: AppDeps): SocketLimits {
  const { total, perAddress, perPerson } = deps.config.liveSockets;
  const scale = limitScaleOf(deps);
  return { total, perAddress: perAddress * scale, perPerson: perPerson * scale };
}

export type { Modules } from './wire-modules.ts';

export interface App {
  readonly modules: Modules;
  readonly metrics: Metrics;
  /** Writes the demonstration data into an empty database; returns false when it was written before. */
  seedDemonstration(): Promise<boolean>;
  /** Loads the imported city; returns false while no city is imported. */
  openCity(): Promise<boolean>;
  /** Mounts all modules and starts jobs and subscribers. The caller then makes the returned server listen. */
  start(): Promise<Host>;
  /** Makes load balancers and live sockets leave; all routes still work. Repeated calls have no further effect. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function createApp(given: AppDeps): Promise<App> {
  const { config, database, logger, version } = given;
  const security = createSecurityLog({
    secret: config.secret,
    write: given.onSecurityEvent ?? writeSecurityLines(config),
    logger,
    currentCall,
  });
  const deps = { clock: systemClock, ids: uuidV7, requireAllRoutes: true, ...given, security };
  const bus = createInProcessBus((error, topic) => logger.error({ err: error, topic }, 'A listener failed'));
  const audience = createAudience();
  const metrics = createMetrics(given.cityKey ?? null);
  const others = connectServers({ config, database, logger, metrics });
  const counts = connectCounts({ config, logger });
  const live = liveOnEveryServer(createLive(bus, audience), others);
  const modules = createModules(deps, { live, bus, cars: carsOfOtherServers(others), metrics });
  const { live: cars } = modules.fleet.api;
  /**
   * Before the server serves, it receives no invalidation events and has no subscribers, so it must not cache positions
   * of other servers.
   */
  let isServing = false;
  const onRemotePosition: typeof modules.tracking.api.onRemotePosition = (position) => {
    if (isServing) modules.tracking.api.onRemotePosition(position);
  };
  shareCars({ live: cars, onRemotePosition, onReceived: () => metrics.positionsReceived.inc() }, others);
  const { settings, languages, carTypes, maps, identity, fleet, tracking, dispatch } = modules;
  const { partnerKeys, whatIf, withTx } = modules;
  const migrations = await readMigrations(defaultMigrationsFolder());
  let host: Host | undefined;

  /** The trips belong to the demonstration's own city; null when another city was configured or imported before. */
  async function readOwnTrips(): Promise<CityTrips | null> {
    if (config.cityFile !== undefined) return null;
    const trips = readCityTrips(join(workspaceRoot(), 'data', 'montevideo-trips.json'));
    const imported = await maps.api.importedBox();
    return trips === null || imported === null || isInsideBox(trips, imported) ? trips : null;
  }

  let draining: Promise<void> | undefined;
  function drain(): Promise<void> {
    draining ??= host?.drain() ?? Promise.resolve();
    return draining;
  }

  return {
    modules,
    metrics,
    drain,
    seedDemonstration: createSeedDemonstration({
      withTx,
      clock: deps.clock,
      settings: settings.api,
      identity: identity.api,
      fleet: fleet.api,
      documents: modules.documents.api,
      cityName: given.cityName,
      past: {
        days: config.pastDays,
        readCityTrips: readOwnTrips,
      },
    }),
    openCity: maps.api.reload,
    async start() {
      const callLimits = {
        callsPerMinute: 1200,
        scale: limitScaleOf(deps),
        ...(counts === null ? {} : { shared: counts }),
      };
      host = await createHost({
        database,
        bus,
        clock: deps.clock,
        logger,
        security,
        metrics,
        audience,
        modules: modules.all,
        resolveSession: identity.api.resolveSession,
        resolveKey: partnerKeys.api.resolveKey,
        onPosition: tracking.api.onPosition,
        onTyping: modules.chat.api.onTyping,
        onOfferShown: modules.notifications.api.onOfferShown,
        readiness: {
          database: async () => (await database.pool.query('select 1')).rowCount === 1,
          migrations: () => isMigrated(database.pool, migrations),
          map: maps.api.reload,
        },
        version,
        http: {
          trustProxy: config.trustProxy,
          hostedBasicAuth: config.hostedBasicAuth,
          isProduction: config.mode === 'production',
          tracing: given.tracing ?? null,
          ...given.http,
          limits: {
            ...callLimits,
            ...(given.eventLoopDelayMs === undefined ? {} : { eventLoopDelayMs: given.eventLoopDelayMs }),
          },
        },
        sockets: socketLimitsOf(deps),
        ...(given.createCallers
          ? {
              callers: given.createCallers(
                identity.api.resolveSession,
                callLimits,
                partnerKeys.api.resolveKey,
              ),
            }
          : {}),
        metricsToken: config.metricsToken,
        web: {
          folder: join(workspaceRoot(), 'apps', 'web', 'dist'),
          publicUrl: config.publicUrl,
          appName: async () => (await settings.api.get()).appName,
          appCategory: async () => (await settings.api.get()).appcat,
          awaitsSetup: async () => !(await identity.api.adminExists()),
          pages: {
            settings: settings.api.publicSettings,
            carTypes: carTypes.api.carTypes,
            languageOf: async (uid) => (await identity.api.userOf(uid))?.lang ?? null,
            pageTexts: languages.api.pageTexts,
            onFailure: (error) => logger.warn({ err: error }, 'A page was not rendered'),
          },
        },
        requireAllRoutes: deps.requireAllRoutes,
      });
      await reportReplacedSecrets({ withTx, secrets: config.secrets, secret: config.secret });
      // Connects before stored positions are loaded, so that moves reported meanwhile are received.
      await others.start();
      await counts?.start();
      await fleet.api.start();
      // Runs before the jobs start, so that after an outage the bookings that waited longest are dispatched first.
      await dispatch.api.sweep();
      await host.start();
      dispatch.api.start();
      isServing = true;
      return host;
    },
    async close() {
      await drain();
      isServing = false;
      await dispatch.api.close();
      await host?.close();
      await whatIf.api.close();
      await tracking.api.close();
      await fleet.api.close();
      // Closed last, because its messages do not have to be saved.
      await others.close();
      await counts?.close();
    },
  };
}
