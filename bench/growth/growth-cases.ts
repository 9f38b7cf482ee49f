// The benchmarks that are measured at several loads, and the values of their reports that are plotted.
import type { Curve } from './growth-data.ts';

export interface GrowthCase extends Omit<Curve, 'points'> {
  readonly benchmark: string;
  /** Option of the benchmark that sets the load. */
  readonly option: string;
  readonly loads: readonly number[];
}

export const growthCases: readonly GrowthCase[] = [
  {
    benchmark: 'ingest',
    title: 'Positions over live sockets',
    option: 'sockets',
    // With fewer sockets the processor time is too short to be measured.
    loads: [500, 5000],
    loadUnit: 'sockets',
    unit: 'positions a second of a core',
    limitName: 'bare ws',
  },
  {
    benchmark: 'nearby',
    title: 'The ten nearest cars within 10 km, half of the queries',
    option: 'cars',
    loads: [500, 5000, 50_000],
    loadUnit: 'cars',
    unit: 'ms',
    limitName: 'Redis GEOSEARCH',
  },
  {
    benchmark: 'dispatch',
    title: 'From a booking to its first offers, p95',
    option: 'drivers',
    loads: [300, 3000],
    loadUnit: 'drivers on duty',
    unit: 'ms',
    limitName: 'the target',
  },
  {
    benchmark: 'search',
    title: 'The console’s search',
    option: 'bookings',
    loads: [10_000, 100_000, 1_000_000],
    loadUnit: 'bookings',
    unit: 'ms',
    limitName: 'the budget',
  },
  {
    benchmark: 'lists',
    title: 'Lists, search and reports of the console',
    option: 'bookings',
    loads: [100_000, 1_000_000],
    loadUnit: 'bookings',
    unit: 'ms',
    limitName: 'the newest 50,000',
  },
];
