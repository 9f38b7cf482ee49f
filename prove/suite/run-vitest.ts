// Runs vitest in a copy of the checkout; returns its first failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { TestStage } from './test-stages.ts';

export interface TestRun {
  /** Number of tests that ran. */
  readonly ran: number;
  readonly failed: readonly FailedTest[];
}

export interface FailedTest {
  readonly file: string;
  /** `file › title` */
  readonly name: string;
  /** It timed out, or failed outside a test, which may have another reason than the fault on a busy machine. */
  readonly isUnsure: boolean;
}

const MAX_RUN_MS = 10 * 60_000;

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Resolves with the output when the process has ended, with any exit code. Throws on a timeout. */
function runNode(root: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // Its own process group, so that a run that hangs can be ended with its workers and its database.
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    child.stderr.on('data', (chunk) => output.push(String(chunk)));
    const deadline = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      reject(new Error(`vitest did not end within ${MAX_RUN_MS / 60_000} minutes`));
    }, MAX_RUN_MS);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(deadline);
      resolve(output.join(''));
    });
  });
}

function readReport(root: string, file: string): TestRun {
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
  const results = testResults.flatMap(({ name, status, assertionResults }): FailedTest[] => {
    const path = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // The file failed outside its tests: while loading, or in a hook.
    if (failed.length === 0 && status === 'failed')
      return [{ file: path, name: `${path} › (set-up)`, isUnsure: true }];
    return failed.map(({ fullName, failureMessages }) => ({
      file: path,
      name: `${path} › ${fullName}`,
      isUnsure: failureMessages?.some((message) => message.includes('timed out')) ?? true,
    }));
  });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    ran: tests.filter(({ status }) => status === 'passed' || status === 'failed').length,
    failed: results,
  };
}

/** Throws when vitest writes no report, with the end of its output. */
export async function runVitest(root: string, stage: TestStage, bail: boolean): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-suite-report-'));
  const outputFile = join(folder, 'report.json');
  try {
    const output = await runNode(root, [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...(stage.relatedTo === undefined ? ['run'] : ['related', stage.relatedTo, '--run']),
      ...(stage.files ?? []),
      ...stage.projects.flatMap((project) => ['--project', project]),
      '--maxWorkers=1',
      // Long, so that a busy machine causes no failures.
      '--testTimeout=60000',
      `--bail=${bail ? 1 : 0}`,
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ]);
    if (!existsSync(outputFile)) throw new Error(`vitest wrote no report: ${output.slice(-2000)}`);
    return readReport(root, outputFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
