// The product with its workers, with a proxy in front of its database and providers that can fail.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { type Database, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { outboxRepository } from '../../apps/server/src/kit/outbox/outbox.repository.ts';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { type FaultProxy, proxyOf } from '../../apps/server/src/kit/testing/fault-proxy.ts';
import { importCity } from '../../apps/server/src/modules/maps/index.ts';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { HttpFront } from './http-front.ts';
import { startRoutingEngine } from './routing-engine.ts';
import { type Services, startServices } from './services.ts';
import { startTextProvider, type TextProvider } from './text-provider.ts';

export interface LossDatabase {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly asOwner: pg.Pool;
  readonly queries: Database['queries'];
  readonly folder: string;
  /** Kills PostgreSQL without a checkpoint, as in a crash, and restarts it; only when the experiment has its own. */
  readonly restart?: () => Promise<void>;
  /** Fills the disk of PostgreSQL for some seconds, or also its log; only when it has its own disk. */
  readonly fill?: (what: 'tables' | 'log') => Promise<void>;
}

export interface LossSize {
  readonly isShort: boolean;
  /** Number of bookings made while the database is unavailable. */
  readonly bookings: number;
  /** With the demonstration's city and its own routing engine, which take seconds to start. */
  readonly city?: boolean;
}

export interface LossTools {
  readonly database: LossDatabase;
  readonly proxy: FaultProxy;
  readonly texts: TextProvider;
  readonly services: Services;
  /** Null without the city. */
  readonly routing: HttpFront | null;
  /** Folder of the server's files. */
  readonly files: string;
  readonly environment: AccessEnvironment;
  readonly send: Send;
  /** Requests a path as a browser does, with an optional form, without following redirects. */
  browse(path: string, form?: URLSearchParams): Promise<{ status: number; location: string }>;
  /** The metrics of the server, as text. */
  metrics(): Promise<string>;
  readonly size: LossSize;
  /** Number of events that have not reached every subscriber, and the age of the oldest in seconds. */
  eventLag(): Promise<{ unsequenced: number; oldestSeconds: number }>;
}

const MANY = 1_000_000;

export async function openLossTools(database: LossDatabase, size: LossSize) {
  const proxy = await proxyOf(database.connectionString);
  const texts = await startTextProvider();
  const services = await startServices();
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-files-'));
  const pbfPath = join(workspaceRoot(), 'data', 'montevideo.osm.pbf');
  const routing = size.city ? await startRoutingEngine(pbfPath, join(folder, 'engine')) : null;
  if (size.city)
    await importCity({
      pbfPath,
      dataDir: folder,
      databaseUrl: database.connectionString,
      buildRoadGraph,
    });
  const through = openDatabase({ connectionString: proxy.url, role: APP_ROLE });
  const config = parseConfig({
    KERB_DATA: folder,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    KERB_SIM_DRIVERS: '0',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token of the proofs',
    TWILIO_FROM: '+15550001',
    TWILIO_API_URL: texts.url,
    ...services.env,
    ...(routing === null ? {} : { VALHALLA_URL: routing.url }),
  });
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database: through,
    // Errors during an outage are expected, so they are not logged.
    logger: createLogger('silent'),
    version: '0.0.0-proof',
    limitScale: MANY,
    eventLoopDelayMs: 0,
  });
  if (size.city) await app.openCity();
  await app.seedDemonstration();
  const { settings, withTx } = app.modules;
  // Every payment provider of the experiment accepts dollars.
  await withTx((tx) => settings.api.edit(tx, { code: 'USD', symbol: '$' }));
  const { server } = await app.start();
  const send = sendTo(server);
  const names = app.modules.all.flatMap(({ subscribers }) => subscribers ?? []).map(({ name }) => name);
  const environment = await createAccessEnvironment(database.pool, send);
  const tools: LossTools = {
    database,
    proxy,
    texts,
    services,
    routing,
    files: join(folder, 'files'),
    environment,
    send,
    async browse(path, form) {
      const { statusCode, headers } = await server.inject({
        method: form === undefined ? 'GET' : 'POST',
        url: path,
        ...(form === undefined
          ? {}
          : {
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: form.toString(),
            }),
      });
      return { status: statusCode, location: String(headers.location ?? '') };
    },
    metrics: async () => (await server.inject({ url: '/metrics' })).body,
    size,
    eventLag: () => outboxRepository(database.queries).lag(names),
  };
  return {
    tools,
    async close(): Promise<void> {
      await app.close();
      await through.close();
      await proxy.close();
      await texts.close();
      await services.close();
      await routing?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
