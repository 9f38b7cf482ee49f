// First alternative: a table of travel times between all cells of the city. Only the rows of the pickups of the test
// trips are computed; time and memory of the whole table are extrapolated from them.
import type { LatLng } from '@kerb/domain/geo';
import { arrivalTimes, type RoadGraph } from '@kerb/roads';
import type { Figure } from '../lib/benchmark.ts';
import { median, percentile } from '../lib/statistics.ts';
import type { TimedTrip } from './trips.ts';

/** Cell sizes: about 400 m and 250 m. */
const CELL_DEGREES = [0.0036, 0.0022];
const BYTES_PER_TIME = 2;

export function measureCellTables(graph: RoadGraph, trips: readonly TimedTrip[]): Figure {
  return CELL_DEGREES.map((cellDegrees) => measureTable(graph, trips, cellDegrees));
}

function measureTable(graph: RoadGraph, trips: readonly TimedTrip[], cellDegrees: number): Figure {
  const keyOf = ({ lat, lng }: LatLng): string =>
    `${Math.floor(lat / cellDegrees)} ${Math.floor(lng / cellDegrees)}`;
  const middleOf = ({ lat, lng }: LatLng): LatLng => ({
    lat: (Math.floor(lat / cellDegrees) + 0.5) * cellDegrees,
    lng: (Math.floor(lng / cellDegrees) + 0.5) * cellDegrees,
  });
  const cells = new Map<string, number>();
  const middles: LatLng[] = [];
  const addCell = (at: LatLng): void => {
    const key = keyOf(at);
    if (cells.has(key)) return;
    cells.set(key, middles.length);
    middles.push(middleOf(at));
  };
  for (let point = 0; point < graph.pointLat.length; point += 1)
    addCell({ lat: (graph.pointLat[point] ?? 0) / 1e7, lng: (graph.pointLng[point] ?? 0) / 1e7 });
  // A long straight road crosses cells without having a point in them.
  for (const { from, to } of trips) [from, to].forEach(addCell);
  const rows = new Map<string, readonly (number | null)[]>();
  const rowMs: number[] = [];
  const errors = trips.map(({ from, to, seconds }) => {
    const key = keyOf(to);
    let row = rows.get(key);
    if (!row) {
      const begun = performance.now();
      row = arrivalTimes(graph, middleOf(to), middles).map((travel) => travel?.seconds ?? null);
      rowMs.push(performance.now() - begun);
      rows.set(key, row);
    }
    const time = row[cells.get(keyOf(from)) ?? -1] ?? 0;
    return Math.abs(time / seconds - 1);
  });
  return {
    cell_metres: Math.round(cellDegrees * 111_195),
    cells: middles.length,
    rows_computed: rows.size,
    whole_table_mb: Math.round((middles.length ** 2 * BYTES_PER_TIME) / 1e6),
    whole_table_build_s: Math.round((median(rowMs) * middles.length) / 1000),
    error_mean: rounded(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    error_median: rounded(median(errors)),
    error_p90: rounded(percentile(errors, 90)),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(3));
