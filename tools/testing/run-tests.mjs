// npm test: everything that must hold, from a fresh clone; `npm test -- unit [file]` runs one stage only.
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from '../bootstrap/install.mjs';
import { describeTree, prepareBrowser, prepareBuild } from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const started = Date.now();
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** What a stage needs is made once, when the first stage asks for it. */
const makers = {
  async build(env) {
    prepareBuild(root);
    env.KERB_BUILT = '1';
  },
  async browser(env) {
    env.CHROMIUM_PATH = await prepareBrowser(root);
    console.log(`Browser: ${env.CHROMIUM_PATH}`);
  },
};

async function runStage(stage, context, made) {
  const begun = Date.now();
  console.log(`\n── ${stage.what} ──`);
  let counts;
  try {
    for (const need of stage.needs ?? []) {
      if (!made.has(need)) await makers[need](context.env);
      made.add(need);
    }
    counts = await stage.run(context);
  } catch (error) {
    counts = {
      passed: 0,
      failed: 1,
      failures: [`${stage.what}: ${error instanceof Error ? error.message : error}`],
    };
  }
  return { ...counts, what: stage.what, time: seconds(begun) };
}

function report(results) {
  console.log(`\n── summary (${describeTree(root)}, Node ${process.versions.node}) ──`);
  for (const { what, passed, failed, time } of results) {
    const mark = failed > 0 ? '✗' : '✔';
    console.log(
      `${mark} ${what.padEnd(38)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${time.padStart(9)}`,
    );
  }
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}`);
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`\nEverything took ${seconds(started)}.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}

async function main() {
  const [only, ...filters] = process.argv.slice(2);
  try {
    await installIfNeeded();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log('0 passed, 1 failed');
    return 1;
  }
  const { stages } = await import('./stages.mjs');
  const chosen = only ? stages.filter(({ name }) => name === only) : stages;
  if (chosen.length === 0) {
    console.error(
      `There is no stage "${only}": choose ${[...new Set(stages.map(({ name }) => name))].join(', ')}`,
    );
    console.log('0 passed, 1 failed');
    return 1;
  }
  const context = { root, env: {}, filters };
  const made = new Set();
  const results = [];
  for (const stage of chosen) results.push(await runStage(stage, context, made));
  return report(results) === 0 ? 0 : 1;
}

process.exitCode = await main();
