// Figures of benchmarks by load: measured points, stored in docs/performance/growth.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from '../lib/server.ts';

const pointSchema = z.object({
  /** The load: sockets, cars, drivers, bookings. */
  load: z.number().positive(),
  ours: z.number().positive(),
  limit: z.number().positive(),
});

const curveSchema = z.object({
  title: z.string(),
  /** Unit of the load. */
  loadUnit: z.string(),
  unit: z.string(),
  /** What Kerb is compared with. */
  limitName: z.string(),
  points: z.array(pointSchema).min(2),
});

export type Curve = z.infer<typeof curveSchema>;

export const PLOT_FOLDER = join(repository, 'docs', 'performance');
const file = join(PLOT_FOLDER, 'growth.json');

/** Curves by the name of their benchmark. */
export function readCurves(): Map<string, Curve> {
  if (!existsSync(file)) return new Map();
  return new Map(
    Object.entries(z.record(z.string(), curveSchema).parse(JSON.parse(readFileSync(file, 'utf8')))),
  );
}

export function writeCurve(name: string, curve: Curve): void {
  const curves = readCurves().set(name, curve);
  const sorted = [...curves].sort(([one], [other]) => one.localeCompare(other));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
