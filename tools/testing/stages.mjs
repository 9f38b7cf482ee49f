// The stages of the test suite, in order: each runs a command and answers how many checks passed and failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);

/** The file that a package's command starts. */
function binary(name, command = name) {
  // Not by `require.resolve(package.json)`: not every package exports that file.
  const folder = require.resolve
    .paths(name)
    ?.map((path) => join(path, name))
    .find(existsSync);
  if (!folder) throw new Error(`The package ${name} is not installed: run npm ci`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

function spawnNode(root, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A command that passes or fails as a whole. */
function check(name, what, command) {
  return {
    name,
    what,
    async run({ root }) {
      const [file, ...args] = command();
      const code = await spawnNode(root, [file, ...args]);
      return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [what] };
    },
  };
}

/** Counts from Vitest's JSON report; a file that could not be loaded counts as one failure. */
function countTests(report, root) {
  const failures = [];
  let passed = 0;
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed += 1;
      else failures.push(`${path} › ${test.fullName}${test.status === 'failed' ? '' : ` (${test.status})`}`);
    }
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
      failures.push(`${path} (${file.message?.split('\n')[0] || 'could not be run'})`);
    }
  }
  return { passed, failed: failures.length, failures };
}

/** A group of Vitest projects; a skipped test counts as failed, because nothing may be skipped. */
function tests(name, what, projects, needs = []) {
  return {
    name,
    what,
    needs,
    async run({ root, env, filters }) {
      const folder = mkdtempSync(join(tmpdir(), 'kerb-tests-'));
      const output = join(folder, 'report.json');
      try {
        const code = await spawnNode(
          root,
          [
            binary('vitest'),
            'run',
            ...projects.flatMap((project) => ['--project', project]),
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${output}`,
            ...filters,
          ],
          env,
        );
        if (!existsSync(output))
          return { passed: 0, failed: 1, failures: [`${what}: Vitest gave no report`] };
        const counts = countTests(JSON.parse(readFileSync(output, 'utf8')), root);
        if (code !== 0 && counts.failed === 0) {
          return { ...counts, failed: 1, failures: [`${what}: Vitest ended with ${code}; see above`] };
        }
        return counts;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
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

export const stages = [
  check('types', 'types of server, packages and tools', () => [
    binary('typescript', 'tsc'),
    '-p',
    'tsconfig.json',
  ]),
  check('types', 'types of the web app', () => [binary('typescript', 'tsc'), '-p', 'apps/web/tsconfig.json']),
  check('lint', 'lint and format', () => [
    binary('@biomejs/biome', 'biome'),
    'check',
    '.',
    '--error-on-warnings',
  ]),
  check('boundaries', 'import boundaries', () => [binary('dependency-cruiser', 'depcruise'), ...boundaries]),
  check('boundaries', 'boundary canary', () => [
    join(dirname(import.meta.dirname), 'checks/boundary-canary.mjs'),
  ]),
  check('unused', 'unused files, exports and packages', () => [binary('knip'), '--no-progress']),
  tests('unit', 'unit tests', ['unit', 'web']),
  tests('database', 'database tests', ['database']),
  tests('boot', 'boot tests', ['boot'], ['build', 'browser']),
  tests('journeys', 'journeys in a browser', ['journeys'], ['build', 'browser']),
];
