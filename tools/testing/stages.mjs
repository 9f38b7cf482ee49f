// Table of the stages of the test suite in order; each runs a command and counts what passed and failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { countTests, failedFiles, mergeSecondAttempt } from './plan.mjs';

const require = createRequire(import.meta.url);

/** Returns the path of the script of an installed package's command. Throws when the package is not installed. */
function binary(name, command = name) {
  // `require.resolve` cannot find package.json, because not every package exports that file.
  const folder = require.resolve
    .paths(name)
    ?.map((path) => join(path, name))
    .find(existsSync);
  if (!folder) throw new Error(`The package ${name} is not installed: run npm ci`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a Node.js program to its end and returns its exit code. With `capture` the output is returned instead of
 * shown, so that programs that run at the same time do not mix their lines.
 */
function spawnNode(root, args, { env = {}, capture = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A stage that counts as one check; consecutive checks run concurrently, so their output is captured. */
function check(name, what, command) {
  return {
    name,
    what,
    isCheck: true,
    async run({ root }) {
      const { code, output } = await spawnNode(root, command(), { capture: true });
      const counts = { files: [], output };
      return code === 0
        ? { ...counts, passed: 1, failed: 0, failures: [] }
        : { ...counts, passed: 0, failed: 1, failures: [what] };
    },
  };
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Runs Vitest once. `report` is null when Vitest wrote no report; `files` have a path and a time in ms. */
async function runVitest(root, args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-tests-'));
  const reportFile = join(folder, 'report.json');
  const timesFile = join(folder, 'times.json');
  try {
    const { code } = await spawnNode(
      root,
      [
        binary('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${join(import.meta.dirname, 'file-times-reporter.cjs')}`,
        `--outputFile.json=${reportFile}`,
        ...args,
      ],
      { env: { ...env, KERB_FILE_TIMES: timesFile } },
    );
    return { code, report: readJson(reportFile), files: readJson(timesFile) ?? [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts the tests of a run; a run that failed without a failed test counts as one failure. */
function countRun({ code, report, files }, what, root) {
  if (!report) return { passed: 0, failed: 1, failures: [`${what}: Vitest gave no report`], files };
  const counts = { ...countTests(report, root), files };
  if (code !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, failures: [`${what}: Vitest ended with ${code}; see above`] };
  }
  return counts;
}

/**
 * A stage that runs Vitest projects; a skipped test counts as failed. When only journeys failed, in at most `mayRepeat`
 * files, these files run a second time without the others; tests that pass then are reported as unstable.
 */
function tests(name, what, projects, { needs = [], only = [], extraEnv = {}, mayRepeat = 0 } = {}) {
  return {
    name,
    what,
    needs,
    async run({ root, env, filters, changedSince }) {
      // The source rules read files that they do not import, so they run for every change.
      const isSelective = changedSince !== undefined && only.length === 0;
      const chosen = projects.flatMap((project) => ['--project', project]);
      const variables = { ...env, ...extraEnv };
      const args = [
        ...chosen,
        ...(isSelective ? [`--changed=${changedSince}`] : []),
        ...(only.length > 0 ? only : filters),
      ];
      const first = await runVitest(root, args, variables);
      const counts = countRun(first, what, root);
      const failed = first.report ? failedFiles(first.report, root) : [];
      const mayRepeatAll = failed.every((file) => file.endsWith('.journey.ts'));
      if (failed.length === 0 || failed.length > mayRepeat || !mayRepeatAll) return counts;
      console.log(`\n── ${what}: a second attempt of ${failed.join(', ')} ──`);
      const second = await runVitest(root, [...chosen, ...failed], variables);
      if (!second.report) return counts;
      return { ...mergeSecondAttempt(first.report, second.report, root), files: counts.files };
    },
  };
}

/** A stage that runs a TypeScript program of the repository, shows its output and counts as one check. */
function program(name, what, file, { needs = [] } = {}) {
  return {
    name,
    what,
    needs,
    async run({ root, env }) {
      const { code } = await spawnNode(root, [join(root, 'tools/bootstrap/run-tsx.mjs'), file], { env });
      const failures = code === 0 ? [] : [`${what}: see above`];
      return { passed: code === 0 ? 1 : 0, failed: failures.length, failures, files: [] };
    },
  };
}

const boundaries = [
  'packages',
  'apps',
  'tools',
  'bench',
  'prove',
  'e2e',
  '--config',
  '.dependency-cruiser.cjs',
];

/**
 * The native TypeScript compiler takes a third of the time of the JavaScript one, which remains installed for programs
 * that use the compiler API. Each project uses one checker, because both projects are checked concurrently.
 */
const checkTypes = (project) => [binary('typescript-native', 'tsc'), '--checkers', '1', '-p', project];

// Checks start in this order, the longest first.
export const stages = [
  check('types', 'types of server, packages and tools', () => checkTypes('tsconfig.json')),
  check('types', 'types of the web app', () => checkTypes('apps/web/tsconfig.json')),
  check('boundaries', 'boundary canary', () => [
    join(dirname(import.meta.dirname), 'checks/boundary-canary.mjs'),
  ]),
  check('boundaries', 'import boundaries', () => [binary('dependency-cruiser', 'depcruise'), ...boundaries]),
  check('lint', 'lint and format', () => [
    binary('@biomejs/biome', 'biome'),
    'check',
    '.',
    '--error-on-warnings',
  ]),
  check('unused', 'unused files, exports and packages', () => [binary('knip'), '--no-progress']),
  tests('rules', 'source rules', ['unit'], { only: ['tools/checks/'] }),
  tests('unit', 'unit tests', ['unit']),
  tests('web', 'component tests of the web app', ['web']),
  tests('database', 'database tests', ['database'], { needs: ['servers'] }),
  tests('e2e', 'boot tests and journeys in a browser', ['boot', 'journeys'], {
    needs: ['build', 'browser', 'servers'],
    // A browser on a busy machine can lose a click, so up to two failed journeys are repeated. More failures than that
    // indicate a defect of the product.
    mayRepeat: 2,
  }),
  tests('boot', 'boot tests', ['boot'], { needs: ['build', 'browser', 'servers'] }),
  tests('journeys', 'journeys in a browser', ['journeys'], { needs: ['build', 'browser'], mayRepeat: 2 }),
  tests('screens', 'pictures of every screen in artifacts/screens', ['journeys'], {
    needs: ['build', 'browser'],
    only: ['e2e/screens/'],
    extraEnv: { KERB_PICTURES: '1' },
  }),
  program('guard', 'speed of reads, positions and estimates beside their limits', 'bench/guard.ts', {
    needs: ['build'],
  }),
];
