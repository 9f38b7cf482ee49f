// Splits a travel time matrix into chunks that the routing engine computes one after the other.
import type { LatLng } from '@kerb/domain/geo';

/**
 * The engine takes about 30 to 100 ms for one chunk. Measured on Montevideo: 10 × 10 takes 65 ms and 20 × 1 takes 35
 * ms, while 40 × 1 takes 175 ms and 50 × 50 takes 1.5 s. Smaller chunks only increase the total time.
 */
const SHORT_SIDE = 10;
const LONG_SIDE = 20;
const PAIRS = 100;

const parts = <T>(items: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Number of starts and destinations per chunk. */
export function chunkSize(starts: number, dests: number): { starts: number; dests: number } {
  const short = Math.min(starts, dests, SHORT_SIDE);
  const long = Math.min(LONG_SIDE, Math.floor(PAIRS / short));
  return starts <= dests ? { starts: short, dests: long } : { starts: long, dests: short };
}

/**
 * Returns rows[i][j] from start i to destination j. Chunks are requested one at a time, so that other calls can run
 * between them.
 */
export async function computeInChunks<T>(
  starts: readonly LatLng[],
  dests: readonly LatLng[],
  compute: (starts: readonly LatLng[], dests: readonly LatLng[]) => Promise<readonly (readonly T[])[]>,
): Promise<T[][]> {
  const size = chunkSize(starts.length, dests.length);
  const rows: T[][] = [];
  for (const some of parts(starts, size.starts)) {
    const band: T[][] = some.map(() => []);
    for (const others of parts(dests, size.dests)) {
      const part = await compute(some, others);
      band.forEach((row, i) => {
        row.push(...(part[i] ?? []));
      });
    }
    rows.push(...band);
  }
  return rows;
}
