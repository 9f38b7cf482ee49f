// Benchmark of scaling out: positions and reads of one, two and four servers on one PostgreSQL and Redis, each limited
// to the same share of a core, and the cost of a position for servers that do not need it.
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/kit/postgres/embedded.ts';
import { withAdmin } from '../apps/server/src/kit/testing/template.ts';
import { startTestRedis } from '../apps/server/src/kit/testing/test-redis.ts';
import {
  type Benchmark,
  countOption,
  type Figure,
  type OptionValues,
  pairsOption,
  runPairs,
} from './lib/benchmark.ts';
import { temporaryFolder } from './lib/server.ts';
import { expectByNeed, expectPositionChecks, expectReadChecks, expectShared } from './scale/checks.ts';
import { type Installation, type InstallationOptions, startInstallation } from './scale/installation.ts';
import { createMeasures, extraServerFigures, type Measures, rateFigures } from './scale/measures.ts';

const PAIRS = 5;
const DRIVERS_EACH = 400;
const SERVERS = [1, 2, 4] as const;
/** Percent of a core; four servers leave enough of two cores for the load, PostgreSQL and Redis. */
const SHARE_PERCENT = 15;
/** Connections of PostgreSQL: seven servers with a pool each, and up to ten more. */
const CONNECTIONS = 200;

interface Environment {
  readonly adminUrl: string;
  readonly redisUrl: string;
  urlOf(database: string): string;
  stop(): Promise<void>;
}

async function startEnvironment(folder: string): Promise<Environment> {
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'database'),
    settings: { max_connections: String(CONNECTIONS) },
  });
  try {
    const redis = await startTestRedis();
    return {
      adminUrl: postgres.url(),
      redisUrl: redis.url,
      urlOf: (database) => postgres.url(database),
      async stop() {
        await redis.stop();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** An installation of each size with its own database, so that the sizes can be measured alternately. */
async function startAll(
  environment: Environment,
  options: Omit<InstallationOptions, 'count' | 'databaseUrl' | 'redisUrl'>,
  started: Installation[],
): Promise<void> {
  const start = async (count: number): Promise<void> => {
    const database = `kerb_scale_${count}`;
    await withAdmin(environment.adminUrl, (client) => client.query(`create database ${database}`));
    started.push(
      await startInstallation({
        ...options,
        count,
        folder: join(options.folder, database),
        databaseUrl: environment.urlOf(database),
        redisUrl: environment.redisUrl,
      }),
    );
  };
  // The first one builds the programs for all.
  await start(SERVERS[0]);
  const results = await Promise.allSettled(SERVERS.slice(1).map(start));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function checkAll(installations: readonly Installation[]): Promise<void> {
  for (const { servers, calls } of installations)
    for (const [index, server] of servers.entries()) {
      await expectPositionChecks(server, index);
      await expectReadChecks(server.origin, calls);
    }
}

/** The growth from one to four servers is the benchmark's ratio; everything else is measured in the same rounds. */
const compare = (measures: Measures, log: (line: string) => void, pairs: number) =>
  runPairs({
    name: 'scale',
    unit: 'positions/s',
    pairs,
    log,
    async ours() {
      await measures.round(2);
      return [(await measures.round(4)).positions];
    },
    limit: async () => [4 * (await measures.round(1)).positions],
  });

async function measure(log: (line: string) => void, options: OptionValues) {
  const share = countOption(options, 'share', SHARE_PERCENT) / 100;
  const driversEach = countOption(options, 'drivers', DRIVERS_EACH);
  const folder = temporaryFolder('scale');
  const started: Installation[] = [];
  let environment: Environment | undefined;
  let measures: Measures | undefined;
  try {
    environment = await startEnvironment(folder.path);
    await startAll(environment, { folder: folder.path, driversEach, log }, started);
    await checkAll(started);
    measures = await createMeasures(started, share);
    await measures.warmUp();
    const report = await compare(measures, log, countOption(options, 'pairs', PAIRS));
    for (const installation of started) {
      await expectByNeed(installation);
      await expectShared(installation);
    }
    measures.expectNoErrors();
    const more: Record<string, Figure> = {
      share_of_a_core: share,
      ...rateFigures(measures.rates),
      ...extraServerFigures(measures.beside),
    };
    return { ...report, more };
  } finally {
    measures?.end();
    for (const installation of started) await installation.stop();
    await environment?.stop();
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'scale',
  unit: 'positions/s',
  about:
    'positions that four servers take, each held to the same share of a core; the limit is four times what one takes',
  options: {
    pairs: pairsOption,
    share: `percent of a core for each server; ${SHARE_PERCENT} unless given`,
    drivers: `how many cars report to each server; ${DRIVERS_EACH} unless given`,
  },
  run: measure,
};
