// The whole product on a database of its own, for tests that go through the API.
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
  /** With the demonstration city: routes, addresses, estimates. */
  city?: boolean;
  /** With the demonstration's people, car types and settings. */
  seed?: boolean;
  /** Environment variables on top of a demonstration's. */
  env?: Readonly<Record<string, string>>;
  requireAllRoutes?: boolean;
  /** Multiplies the limits of calls; a demonstration's own where it is not given. */
  limitScale?: number;
  /** Payment providers in place of those of the environment. */
  providers?: readonly PaymentProvider[];
  database?: TestDatabase;
  tracing?: Tracing;
  /** Whether it shares its port with other cities. */
  http?: NonNullable<AppDeps['http']>;
}

export interface TestApp {
  readonly server: Host['server'];
  readonly modules: Modules;
  readonly database: TestDatabase;
  /** The lines of the security log so far. */
  readonly securityLines: readonly SecurityLine[];
  /** Opens a port of its own on 127.0.0.1; returns the origin. */
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
    // How busy the machine is otherwise says nothing about what is tested.
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
