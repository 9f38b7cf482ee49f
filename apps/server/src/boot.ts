// Boots the server step by step. On a stop, or when a step fails, the steps reached so far are undone in reverse order.
import { existsSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { buildRoadGraph } from './adapters/maps/valhalla/build-road-graph.ts';
import { type App, createApp } from './app.ts';
import { type Config, directVariable } from './config.ts';
import { lockData } from './kit/data-lock.ts';
import { type Database, requireSessions } from './kit/db/index.ts';
import { createEndings, type Endings, Stopped } from './kit/endings.ts';
import { ACCEPTORS, LISTEN_BACKLOG } from './kit/http/client-limits.ts';
import { createLogger, type Logger } from './kit/observe/logger.ts';
import type { Tracing } from './kit/observe/tracing.ts';
import { workspaceRoot } from './kit/package-root.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from './kit/postgres/embedded.ts';
import { tryPort } from './kit/postgres/free-port.ts';
import { archiveSettings } from './kit/postgres/wal-archive.ts';
import type { Progress } from './kit/progress.ts';
import { demonstrationSecret } from './kit/secret.ts';
import { explainDiskError, StartError } from './kit/start-error.ts';
import { createSearchShare } from './modules/dispatch/index.ts';
import { importCity } from './modules/maps/index.ts';
import { openConfiguredDatabase, prepareDatabase } from './open-database.ts';
import { dutyInCity } from './regions/duty-in-city.ts';
import { type OpenRegionDeps, openRegion } from './regions/open-region.ts';
import { firstUrlOf } from './regions/region.ts';
import { regionsRepository } from './regions/regions.repository.ts';
import { createRegions, type Regions } from './regions/run-regions.ts';
import { assertOwnDatabase } from './seed/index.ts';
import { version } from './version.ts';

export interface Booted {
  readonly app: App;
  readonly origin: string;
}

export interface BootOptions {
  config: Config;
  progress: Progress;
  /** Resolves when the web app is built, which happens while the database and the city are prepared. */
  webReady: Promise<void>;
  onFatal: (sentence: string) => void;
}

/** Minimum free disk space, bytes. With less, a city cannot be imported and the database soon cannot write. */
const NEEDED_BYTES = 300 * 1024 * 1024;

/** Creates one level at a time: for several levels, Node reports a read-only disk as a missing folder. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    const probe = join(folder, '.writable');
    writeFileSync(probe, 'yes');
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < NEEDED_BYTES)
      throw new StartError(
        `The disk that holds ${folder} is almost full: ${Math.floor((bavail * bsize) / 1_048_576)} MB are free, 300 MB are needed. Free some space and start again; nothing was lost.`,
      );
  } catch (error) {
    throw explainDiskError(error, folder);
  }
}

async function rejectTakenPort({ port, host }: Config): Promise<void> {
  if (port !== 0 && (await tryPort(port, host)) === null)
    throw new StartError(
      `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
}

async function makeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

async function cityFileOf(config: Config): Promise<string | null> {
  const file = config.cityFile ?? join(workspaceRoot(), 'data', 'montevideo.osm.pbf');
  return config.cityFile !== undefined || (config.mode === 'demo' && existsSync(file)) ? file : null;
}

/**
 * Starts Kerb's own PostgreSQL, or checks the configured one; returns the direct address of PostgreSQL, without a
 * pooler.
 */
async function openPostgres(
  options: BootOptions,
  endings: Endings,
  detail: (text: string) => void,
): Promise<string> {
  const { config, onFatal } = options;
  if (config.databaseDirectUrl) {
    await requireSessions(config.databaseDirectUrl, directVariable(config));
    return config.databaseDirectUrl;
  }
  const postgres = await startEmbeddedPostgres({
    folder: config.dataFolder,
    settings: config.walArchive === undefined ? {} : archiveSettings(config.walArchive, config.dataFolder),
    onUnexpectedExit: (reason) => onFatal(`The database ended unexpectedly: ${reason}`),
  });
  await endings.add('The database', postgres.stop);
  if (postgres.leftover === 'stopped') detail('recovered from an earlier run that was killed');
  await makeDatabase(postgres.url());
  return postgres.localUrl(DATABASE_NAME);
}

async function openCity(
  app: App,
  config: Config,
  databaseUrl: string,
  detail: (text: string) => void,
): Promise<void> {
  const pbfPath = await cityFileOf(config);
  if (pbfPath !== null) {
    const { dataFolder: dataDir } = config;
    // The file is the city of the first start: it does not replace one that was imported since.
    await importCity({ pbfPath, dataDir, databaseUrl, buildRoadGraph, keepExisting: true });
  }
  if (!(await app.openCity())) detail('none yet: npm run map:import -- city.osm.pbf');
}

/** Imported only when tracing is on, because loading the library takes about 100 ms. */
const openTracing = async (): Promise<Tracing> =>
  (await import('./kit/observe/open-telemetry.ts')).startTracing(version());

const openMetricsExport = async (app: App, everyMs: number): Promise<{ close(): Promise<void> }> =>
  (await import('./kit/observe/export-metrics.ts')).startMetricsExport({
    registries: app.metrics.registries,
    version: version(),
    everyMs,
  });

/** The name of the first city, for links to it; the host name while no map is imported. */
function cityName(app: App, url: string): string {
  try {
    return app.modules.maps.api.city().name;
  } catch {
    return new URL(url).host;
  }
}

interface RegionsOfDeps extends Pick<OpenRegionDeps, 'config' | 'searchShare' | 'tracing' | 'logger'> {
  database: Database;
}

function regionsOf(
  { config, database, searchShare, tracing, logger }: RegionsOfDeps,
  first: () => App,
): Regions {
  const url = firstUrlOf(config);
  const regions: Regions = createRegions({
    read: () => regionsRepository(database.pool).open(),
    readClosedHosts: () => regionsRepository(database.pool).closedHosts(),
    open: (region) =>
      openRegion(
        {
          config,
          directUrl: database.connectionString,
          regions,
          searchShare,
          version: version(),
          tracing,
          logger,
        },
        region,
      ),
    first: {
      name: () => cityName(first(), url),
      url,
      duty: () => dutyInCity(first().modules),
    },
    logger,
  });
  return regions;
}

function observeRegions({ metrics }: App, regions: Regions): void {
  metrics.includeOthers(regions.registries);
  metrics.observe(
    'kerb_regions_open',
    'Cities beside the first one that this server runs',
    () => regions.count().open,
  );
  metrics.observe(
    'kerb_regions_away',
    'Cities that this server is to run and cannot open',
    () => regions.count().away,
  );
}

async function run(options: BootOptions, endings: Endings, logger: Logger): Promise<Booted> {
  const { config, progress } = options;
  prepareDataFolder(config.dataFolder);
  const address = `http://${config.host}:${config.port}`;
  const lock = lockData(config.dataFolder, address);
  await endings.add('The lock', lock.release);
  await rejectTakenPort(config);

  const { databaseUrl, role } = await progress.step('database', async (detail) => {
    const url = await openPostgres(options, endings, detail);
    return { databaseUrl: url, role: await prepareDatabase(config, url, logger) };
  });
  const tracing = config.sendsTraces ? await openTracing() : null;
  if (tracing) await endings.add('The traces', tracing.close);
  const database = openConfiguredDatabase({ config, directUrl: databaseUrl, role, tracing, logger });
  await endings.add('The connections', database.close);
  await assertOwnDatabase(config.mode, database.queries);
  const secret = config.secret ?? demonstrationSecret(config.dataFolder);
  const searchShare = createSearchShare();
  const regions = regionsOf(
    { config: { ...config, secret }, database, searchShare, tracing, logger },
    () => app,
  );
  const app: App = await createApp({
    config: { ...config, secret },
    database,
    logger,
    version: version(),
    tracing,
    searchShare,
    regions: () => regions.links(null),
    dutyElsewhere: regions.dutyInOtherCities(null),
    http: { others: regions, acceptors: ACCEPTORS },
  });
  await endings.add('The server', app.close);
  observeRegions(app, regions);
  app.metrics.observe(
    'kerb_dispatch_leases',
    'Cities for which this server searches for drivers; others wait for its lease',
    searchShare.held,
  );
  const { metricsEveryMs } = config;
  if (metricsEveryMs !== null)
    await endings.add('The metrics', (await openMetricsExport(app, metricsEveryMs)).close);

  // Runs while the city is imported, because each of the two keeps one core busy.
  const seeded = config.mode === 'demo' ? app.seedDemonstration() : Promise.resolve(false);
  // Marks the rejection as handled while the city is opened, so that a failure of the city is reported first.
  seeded.catch(() => undefined);
  await progress.step('city', (detail) => openCity(app, config, databaseUrl, detail));
  if (config.mode === 'demo') await progress.step('people', () => seeded);
  const origin = await progress.step('server', async () => {
    await options.webReady;
    const host = await app.start();
    await regions.start();
    await endings.add('The other cities', async () => {
      // Drains all cities at the same time, before the first one closes.
      await Promise.all([app.drain(), regions.drain()]);
      await regions.close();
    });
    return host.server.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG });
  });
  return { app, origin };
}

export interface Booting {
  /**
   * Rejects with a StartError that contains a readable sentence, after undoing the steps reached so far; null when
   * `stop` was called before.
   */
  readonly ready: Promise<Booted | null>;
  /** Stops everything; may be called while the boot is still running. */
  stop(): Promise<void>;
}

export function boot(options: BootOptions): Booting {
  const logger = createLogger(options.config.logLevel);
  const endings = createEndings(logger);
  let isStopping = false;
  const ready = run(options, endings, logger).catch(async (error: unknown) => {
    await endings.run();
    // After a stop, a step may fail because its database was closed; that is not a failed start.
    if (isStopping || error instanceof Stopped) return null;
    throw explainStartError(error, options.config);
  });
  return {
    ready,
    async stop() {
      isStopping = true;
      await endings.run();
      await ready.catch(() => undefined);
    },
  };
}

/** The reason why the database of DATABASE_URL cannot be used, by PostgreSQL's or the network's error code. */
const databaseReasons: Readonly<Record<string, string>> = {
  '28P01': 'the password or user name is wrong',
  '28000': 'the user may not sign in',
  '3D000': 'there is no such database; create it first',
  '42501': 'its user may not create tables and extensions in it; make that user its owner',
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host is not known',
};

function explainStartError(error: unknown, config: Config): unknown {
  const { port, host, dataFolder, databaseUrl } = config;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const wrong = databaseUrl !== undefined && typeof code === 'string' ? databaseReasons[code] : undefined;
  if (wrong) return new StartError(`The database of ${directVariable(config)} cannot be used: ${wrong}.`);
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is in use by another program.`);
  if (code === 'EADDRNOTAVAIL') return new StartError(`${host} is not an address of this machine; set HOST.`);
  if (error instanceof Error && 'severity' in error) {
    if (code === '53100')
      return new StartError(`The disk that holds ${dataFolder} is full. Free some space and start again.`);
    return new StartError(`The database refused: ${error.message}`);
  }
  return error;
}
