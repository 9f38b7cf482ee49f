// Types of plan.mjs, for its tests.

export function parseArguments(
  args: readonly string[],
  known: readonly string[],
  where?: { isCI?: boolean },
): { stages: string[]; onlyChanged: boolean; filters: string[] } | { problem: string };

export function groupStages<Stage extends { isCheck?: boolean }>(stages: readonly Stage[]): Stage[][];

export interface TestReport {
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
  }[];
}

export interface TestCounts {
  passed: number;
  failed: number;
  failures: string[];
  reasons: Record<string, string>;
}

export function countTests(report: TestReport, root: string): TestCounts;

export function listFailures(
  failures: readonly string[],
  reasons: Readonly<Record<string, string>>,
  mark: string,
): string;

export function failedFiles(report: TestReport, root: string): string[];

export function mergeSecondAttempt(
  first: TestReport,
  second: TestReport,
  root: string,
): TestCounts & { unstable: string[] };

export function slowestFiles<File extends { ms: number }>(files: readonly File[], count?: number): File[];
