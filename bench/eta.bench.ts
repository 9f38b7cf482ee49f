// Benchmark of the arrival times of 50 drivers at one pickup on the city's road graph, compared with the router's
// matrix and two alternatives.
import { DomainError } from '@kerb/domain/kernel';
import { arrivalTimes } from '@kerb/roads';
import { measureCachedMatrix } from './eta/cached-matrix.ts';
import { measureCellTables } from './eta/cell-table.ts';
import { importBenchCity, type Pickup, pickupMaker } from './eta/city.ts';
import { measureLearnedTimes } from './eta/learned-times.ts';
import { measureErrors, measureMatrixErrors, routeTrips } from './eta/trips.ts';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { temporaryFolder } from './lib/server.ts';
import { median, percentile } from './lib/statistics.ts';

const PAIRS = 5;
const PICKUPS_A_ROUND = 30;
const DRIVERS = 50;
const KM = 8;
const NEAR_KM = 3;
const NEAR_PICKUPS = 100;
const WARM_UP = 400;
/** Pickups with ten drivers each. */
const ERROR_PICKUPS = 100;
const CACHE_PICKUPS = 4;
const TARGET_MS = 5;

const rounded = (value: number): number => Number(value.toPrecision(3));

export const benchmark: Benchmark = {
  name: 'eta',
  unit: 'ms',
  about: `road travel times of ${DRIVERS} drivers within ${KM} km to one pickup; the limit is the router's matrix`,
  async run(log) {
    const folder = temporaryFolder('eta');
    try {
      log('importing the city');
      const { router, graph, graphBytes, loadMs } = await importBenchCity(folder.path);
      const makePickup = pickupMaker(20_263, graph);
      const makePickups = (count: number, drivers: number, km: number): Pickup[] =>
        Array.from({ length: count }, () => makePickup(drivers, km));
      /** The call is synchronous, so its duration is the time for which it blocks the event loop. */
      const timeOurs = (pickups: readonly Pickup[]): number[] =>
        pickups.map(({ at, drivers }) => {
          const begun = performance.now();
          arrivalTimes(graph, at, drivers);
          return performance.now() - begun;
        });
      let rejected = 0;
      const timeMatrix = async (pickups: readonly Pickup[]): Promise<number[]> => {
        const times: number[] = [];
        for (const { at, drivers } of pickups) {
          const begun = performance.now();
          try {
            await router.distanceMatrix(drivers, [at], { lane: 'dispatch' });
            times.push(performance.now() - begun);
          } catch (error) {
            // The whole matrix fails when one driver is on a road that the router does not use.
            if (!(error instanceof DomainError)) throw error;
            rejected += 1;
          }
        }
        return times;
      };

      timeOurs(makePickups(WARM_UP, DRIVERS, KM));
      const rounds = Array.from({ length: PAIRS }, () => makePickups(PICKUPS_A_ROUND, DRIVERS, KM));
      const blocked: number[] = [];
      const report = await runPairs({
        name: 'eta',
        unit: 'ms',
        pairs: PAIRS,
        log,
        ours: async (pair) => {
          const times = timeOurs(rounds[pair] ?? []);
          blocked.push(...times);
          return times;
        },
        limit: (pair) => timeMatrix(rounds[pair] ?? []),
      });
      const near = timeOurs(makePickups(NEAR_PICKUPS, DRIVERS, NEAR_KM));
      log('comparing with full routes');
      const trips = await routeTrips(router, makePickups(ERROR_PICKUPS, 10, KM));
      log('measuring the alternatives');
      return {
        ...report,
        more: {
          times_faster: rounded(report.limit / report.ours),
          target_ms: TARGET_MS,
          block_p99_ms: rounded(percentile([...blocked, ...near], 99)),
          longest_block_ms: rounded(Math.max(...blocked, ...near)),
          matrices_rejected: rejected,
          near_km: NEAR_KM,
          near_p50: rounded(median(near)),
          near_p95: rounded(percentile(near, 95)),
          error: measureErrors(graph, trips),
          matrix_error: await measureMatrixErrors(router, trips),
          edges: graph.edgeCount,
          graph_mb: rounded(graphBytes / 1e6),
          load_ms: rounded(loadMs),
          traffic: measureLearnedTimes(trips),
          cell_tables: measureCellTables(graph, trips),
          cached_matrix: await measureCachedMatrix(router, makePickups(CACHE_PICKUPS, DRIVERS, KM)),
        },
      };
    } finally {
      folder.remove();
    }
  },
};
