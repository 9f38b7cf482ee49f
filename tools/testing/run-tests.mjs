// npm test: runs all checks and tests, also from a fresh clone. `npm test -- unit [file]` runs one stage,
// `npm test -- quick` the static checks and the unit tests, `npm test -- changed` the checks and the tests that changes
// since main affect.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from '../bootstrap/install.mjs';
import { groupStages, listFailures, parseArguments, slowestFiles } from './plan.mjs';
import {
  describeTree,
  forkPoint,
  prepareBrowser,
  prepareBrowserShell,
  prepareBuild,
  prepareCluster,
  prepareProgram,
} from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const started = Date.now();
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Functions that prepare a requirement of stages; each runs once, before the first stage that lists it in `needs`. */
const makers = {
  async build(env) {
    prepareBuild(root);
    env.KERB_BUILT = '1';
  },
  /** Third-party servers that tests start: HAProxy, nginx, PgBouncer and Redis. */
  async servers(env) {
    Object.assign(env, prepareCluster(root));
    env.NGINX_PATH = prepareProgram(root, {
      name: 'nginx',
      variable: 'NGINX_PATH',
      debianPackage: 'nginx-light',
    });
  },
  async browser(env) {
    env.CHROMIUM_PATH = await prepareBrowser(root);
    const shell = prepareBrowserShell(root);
    if (shell) env.CHROMIUM_SHELL_PATH = shell;
    console.log(`Browser: ${env.CHROMIUM_PATH}${shell ? `, and ${shell}` : ''}`);
  },
};

async function runStage(stage, context, made) {
  const begun = Date.now();
  if (!stage.isCheck) console.log(`\n── ${stage.what} ──`);
  let counts;
  try {
    for (const need of stage.needs ?? []) {
      if (!made.has(need)) await makers[need](context.env);
      made.add(need);
    }
    counts = await stage.run(context);
  } catch (error) {
    const failure = `${stage.what}: ${error instanceof Error ? error.message : error}`;
    counts = { passed: 0, failed: 1, failures: [failure], files: [] };
  }
  if (stage.isCheck) console.log(`\n── ${stage.what} ──\n${counts.output ?? ''}`.trimEnd());
  return { ...counts, what: stage.what, time: seconds(Date.now() - begun) };
}

/** Runs stages side by side, as many as there are cores and at least two; the results have the order of the stages. */
async function runSideBySide(group, context, made) {
  const results = [];
  const waiting = [...group.entries()];
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, stage] = next;
      results[index] = await runStage(stage, context, made);
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return results;
}

function report(results) {
  console.log(`\n── summary (${describeTree(root)}, Node ${process.versions.node}) ──`);
  for (const { what, passed, failed, time } of results) {
    const mark = failed > 0 ? '✗' : '✔';
    console.log(
      `${mark} ${what.padEnd(38)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${time.padStart(9)}`,
    );
  }
  const slowest = slowestFiles(results.flatMap(({ files }) => files));
  if (slowest.length > 0)
    console.log(
      `\nSlowest test files:\n${slowest.map(({ path, ms }) => `${seconds(ms).padStart(9)}  ${path}`).join('\n')}`,
    );
  const reasons = Object.assign({}, ...results.map((result) => result.reasons));
  const unstable = results.flatMap((result) => result.unstable ?? []);
  if (unstable.length > 0)
    console.log(`\nPassed only at the second attempt:\n${listFailures(unstable, reasons, '!')}`);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\nFailed:\n${listFailures(failures, reasons, '✗')}`);
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`\nEverything took ${seconds(Date.now() - started)}.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}

/** Prints the problem and a summary for a run that ends before its first stage; returns the exit code. */
function endEarly(problem) {
  console.error(problem);
  console.log('0 passed, 1 failed');
  return 1;
}

async function main() {
  try {
    await installIfNeeded();
  } catch (error) {
    return endEarly(error instanceof Error ? error.message : error);
  }
  const { stages } = await import('./stages.mjs');
  const known = [...new Set(stages.map(({ name }) => name))];
  const isCI = process.env.CI !== undefined;
  const {
    stages: chosen,
    onlyChanged,
    filters,
    problem,
  } = parseArguments(process.argv.slice(2), known, { isCI });
  if (problem) return endEarly(problem);
  const changedSince = onlyChanged ? forkPoint(root) : undefined;
  if (changedSince === null) return endEarly('There is no branch main or origin/main to compare with');
  const context = { root, env: {}, filters, changedSince };
  const made = new Set();
  const results = [];
  for (const group of groupStages(stages.filter(({ name }) => chosen.includes(name))))
    results.push(...(await runSideBySide(group, context, made)));
  return report(results) === 0 ? 0 : 1;
}

process.exitCode = await main();
