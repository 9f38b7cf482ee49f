// Tries faults in copies of the checkout, two copies in parallel, and reports which test detected each.
import { copyTree, removeTree } from '../../tools/checks/copy-tree.mjs';
import { type FailedTest, runVitest } from './run-vitest.ts';
import { type SeededFault, withFault } from './seeded-fault.ts';
import { stagesFor, type TestStage } from './test-stages.ts';

export interface TriedFault {
  readonly fault: SeededFault;
  /** `file › title` of the first test that failed; null for a fault that no test detected. */
  readonly caughtBy: string | null;
  readonly seconds: number;
}

const COPIES = 2;

/** An unsure failure only counts when the file fails again. */
async function failureIn(root: string, stage: TestStage): Promise<FailedTest | null> {
  const [first] = (await runVitest(root, stage, true)).failed;
  if (!first?.isUnsure) return first ?? null;
  const again = await runVitest(root, { projects: stage.projects, files: [first.file] }, true);
  return again.failed[0] ?? null;
}

async function firstFailure(root: string, fault: SeededFault): Promise<FailedTest | null> {
  for (const stage of stagesFor(root, fault)) {
    const failure = await failureIn(root, stage);
    if (failure !== null) return failure;
  }
  return null;
}

/** False for a test that fails without the fault too. Only unsure failures are run again for this. */
async function isByFault(root: string, { file, isUnsure }: FailedTest, fault: SeededFault): Promise<boolean> {
  if (!isUnsure) return true;
  const { failed } = await runVitest(root, { projects: fault.projects, files: [file] }, true);
  return failed.length === 0;
}

/** Tries one fault in the copy at `root`. Throws when the fault does not apply. */
export async function tryFault(root: string, fault: SeededFault): Promise<TriedFault> {
  const startedAt = performance.now();
  const failure = await withFault(root, fault, () => firstFailure(root, fault));
  const isCaught = failure !== null && (await isByFault(root, failure, fault));
  const caughtBy = isCaught ? failure.name : null;
  return { fault, caughtBy, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
}

/** Runs `work` with a copy of the checkout that is removed afterwards. */
export async function withCopy<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = copyTree('kerb-suite-');
  try {
    return await work(root);
  } finally {
    removeTree(root);
  }
}

/** Results in the order of `faults`; `onTried` is called as soon as each is known. */
export async function tryFaults(
  faults: readonly SeededFault[],
  onTried: (tried: TriedFault) => void,
): Promise<TriedFault[]> {
  const results: TriedFault[] = [];
  const waiting = [...faults.entries()];
  const work = async (root: string) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, fault] = next;
      const tried = await tryFault(root, fault);
      results[index] = tried;
      onTried(tried);
    }
  };
  const copies = Math.min(COPIES, faults.length);
  await Promise.all(Array.from({ length: copies }, () => withCopy(work)));
  return results;
}

/** Runs the tests that detected faults on an unmodified copy; returns those that fail there too. */
export async function failuresWithoutFault(tried: readonly TriedFault[]): Promise<string[]> {
  const files = [...new Set(tried.flatMap(({ caughtBy }) => caughtBy?.split(' › ')[0] ?? []))];
  if (files.length === 0) return [];
  const stage = { projects: ['unit', 'web', 'database'] as const, files };
  return withCopy(async (root) => (await runVitest(root, stage, false)).failed.map(({ name }) => name));
}
