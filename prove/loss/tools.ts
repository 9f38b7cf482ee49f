// The product with its workers, whose database is reached through a proxy and whose texts go to a provider that can fail.
import type pg from 'pg';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { type Database, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { outboxRepository } from '../../apps/server/src/kit/outbox/outbox.repository.ts';
import { type FaultProxy, proxyOf } from '../../apps/server/src/kit/testing/fault-proxy.ts';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { startTextProvider, type TextProvider } from './text-provider.ts';

export interface LossDatabase {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly asOwner: pg.Pool;
  readonly queries: Database['queries'];
  readonly folder: string;
  /** Ends PostgreSQL without a checkpoint, as a crash does, and starts it; where the experiment has its own. */
  readonly restart?: () => Promise<void>;
}

export interface LossSize {
  readonly isShort: boolean;
  /** How many bookings are made while the database is lost. */
  readonly bookings: number;
}

export interface LossTools {
  readonly database: LossDatabase;
  readonly proxy: FaultProxy;
  readonly texts: TextProvider;
  readonly environment: AccessEnvironment;
  readonly send: Send;
  /** The metrics of the server, as text. */
  metrics(): Promise<string>;
  readonly size: LossSize;
  /** Events that have not reached every subscriber; the age of the oldest, s. */
  eventLag(): Promise<{ unsequenced: number; oldestSeconds: number }>;
}

const MANY = 1_000_000;

export async function openLossTools(database: LossDatabase, size: LossSize) {
  const proxy = await proxyOf(database.connectionString);
  const texts = await startTextProvider();
  const through = openDatabase({ connectionString: proxy.url, role: APP_ROLE });
  const config = parseConfig({
    KERB_DATA: database.folder,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    KERB_SIM_DRIVERS: '0',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token of the proofs',
    TWILIO_FROM: '+15550001',
    TWILIO_API_URL: texts.url,
  });
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database: through,
    // What fails while something is away is what is tried.
    logger: createLogger('silent'),
    version: '0.0.0-proof',
    limitScale: MANY,
    eventLoopDelayMs: 0,
  });
  await app.seedDemonstration();
  const { server } = await app.start();
  const send = sendTo(server);
  const names = app.modules.all.flatMap(({ subscribers }) => subscribers ?? []).map(({ name }) => name);
  const tools: LossTools = {
    database,
    proxy,
    texts,
    environment: await createAccessEnvironment(database.pool, send),
    send,
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
    },
  };
}
