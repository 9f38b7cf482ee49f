// Starts the whole application on its own database, for tests that use the API.
import { type AppDeps, createApp, type Modules } from '../../app.ts';
import { parseConfig } from '../../config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentProvider } from '../../ports/payments.ts';
import type { Host } from '../host.ts';
import { createLogger } from '../observe/logger.ts';
import type { SecurityLine } from '../observe/security-log.ts';
import type { Tracing } from '../observe/tracing.ts';
import { createTestDatabase, type TestDatabase, testDataFolder } from './test-database.ts';

export interface TestAppOptions {
  clock?: Clock;
  /** Includes the demonstration city: routes, addresses, estimates. */
  city?: boolean;
  /** Includes the demonstration's people, car types and settings. */
  seed?: boolean;
  /** Environment variables in addition to those of a demonstration. */
  env?: Readonly<Record<string, string>>;
  requireAllRoutes?: boolean;
  /** Factor for call limits; by default that of a demonstration. */
  limitScale?: number;
  /** Replaces the payment providers of the environment. */
  providers?: readonly PaymentProvider[];
  database?: TestDatabase;
  tracing?: Tracing;
  /** HTTP options, for example to share the port with other cities. */
  http?: NonNullable<AppDeps['http']>;
}

export interface TestApp {
  readonly server: Host['server'];
  readonly modules: Modules;
  readonly database: TestDatabase;
  /** Lines of the security log so far. */
  readonly securityLines: readonly SecurityLine[];
  /** Listens on a free port of 127.0.0.1; returns the origin. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase({ city: options.city ?? false }));
  const config = parseConfig({ KERB_DATA: testDataFolder(), PORT: '0', KERB_PAST_DAYS: '0', ...options.env });
  const securityLines: SecurityLine[] = [];
  const app = await createApp({
    config: {
      ...config,
      secret: config.secret ?? 'secret of the tests',
      payments: options.providers
        ? { ...config.payments, create: options.providers.map((provider) => () => provider) }
        : config.payments,
    },
    database,
    tracing: options.tracing ?? null,
    ...(options.http ? { http: options.http } : {}),
    logger: createLogger('error'),
    version: '0.0.0-test',
    // Disabled, because the load of the test machine must not affect results.
    eventLoopDelayMs: 0,
    onSecurityEvent: (line) => securityLines.push(line),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.limitScale === undefined ? {} : { limitScale: options.limitScale }),
    ...(options.requireAllRoutes === undefined ? {} : { requireAllRoutes: options.requireAllRoutes }),
  });
  if (options.city) await app.openCity();
  if (options.seed) await app.seedDemonstration();
  const { server } = await app.start();
  return {
    server,
    modules: app.modules,
    database,
    securityLines,
    listen: () => server.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}
