// One run of one proof as docs/reliability/runs.json stores it.
import { z } from 'zod';

const recordedRun = z.object({
  name: z.string(),
  about: z.string(),
  /** The options of `npm run prove` other than `--report` and `--json`. */
  options: z.string(),
  isShort: z.boolean(),
  /** Start of the run, ISO 8601. */
  at: z.iso.datetime(),
  /** The abbreviated commit, with `changed` where files differed from it. */
  commit: z.string(),
  machine: z.string(),
  /** Load average of the minute before the run. */
  loadBefore: z.number().nonnegative(),
  seconds: z.number().nonnegative(),
  tried: z.number().int().nonnegative(),
  violations: z.array(z.string()),
  planted: z.array(z.object({ fault: z.string(), caught: z.boolean() })),
});

export type RecordedRun = z.infer<typeof recordedRun>;

/** The newest run of each proof, by name. */
export const recordedRuns = z.array(recordedRun);

/** Replaces the previous run of the proof by `run`; sorted by name. */
export function withRun(runs: readonly RecordedRun[], run: RecordedRun): RecordedRun[] {
  return [...runs.filter(({ name }) => name !== run.name), run].toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  );
}
