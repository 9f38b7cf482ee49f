// Checks that every boundary rule works: seeds one forbidden import for each rule in a copy of the tree and
// expects every one to be reported. A mis-resolved TypeScript makes dependency-cruiser check nothing and pass.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { copyTree, removeTree, root, workspaces } from './copy-tree.mjs';

const source = /\.(ts|tsx|mjs|cjs)$/;
const modules = 'apps/server/src/modules';

/** Each seed: the violated rule (undefined: it only completes another seed), the importing file, the imported one. */
const seeds = [
  ['domain-is-a-leaf', 'packages/domain/kernel/canary.ts', '@kerb/contract'],
  ['contract-is-wire-only', 'packages/contract/canary.ts', 'fastify'],
  ['texts-are-a-leaf', 'packages/texts/canary.ts', '@kerb/domain/kernel'],
  ['roads-see-domain', 'packages/roads/canary.ts', '../contract/canary-target.ts'],
  ['roads-are-pure', 'packages/roads/canary-pure.ts', 'node:fs'],
  ['lab-sees-domain', 'packages/lab/canary.ts', '../contract/canary-target.ts'],
  ['lab-is-pure', 'packages/lab/canary-pure.ts', 'node:fs'],
  ['sdk-sees-contract', 'packages/sdk/client/canary.ts', '../../../apps/server/src/canary.ts'],
  ['testing-sees-contract', 'packages/testing/canary.ts', '../../apps/server/src/canary.ts'],
  ['web-sees-sdk', 'apps/web/src/canary.ts', '../../server/src/canary.ts'],
  ['simulator-speaks-public-api', 'apps/simulator/src/canary.ts', '../../server/src/canary.ts'],
  ['server-sees-contract', 'apps/server/src/canary-sdk.ts', '../../../packages/sdk/live/canary-target.ts'],
  ['sdk-client-without-react', 'packages/sdk/client/canary-react.ts', 'react'],
  ['openapi-stays-out-of-clients', 'packages/sdk/client/canary-openapi.ts', '@kerb/contract/openapi'],
  ['nothing-imports-the-top', 'apps/server/src/testing/canary-top.ts', '../../../../prove/canary-target.ts'],
  ['tests-stay-out-of-production', 'apps/server/src/kit/canary-tests.ts', 'vitest'],
  ['module-by-its-front-door', 'apps/server/src/app.ts', './modules/booking/canary-target.ts'],
  ['module-by-its-front-door-from-a-module', `${modules}/dispatch/canary.ts`, '../booking/canary-target.ts'],
  ['only-app-wires', 'apps/server/src/kit/canary.ts', '../adapters/canary-target.ts'],
  ['modules-see-ports', `${modules}/booking/canary-adapter.ts`, '../../adapters/canary-target.ts'],
  ['adapters-know-no-module', 'apps/server/src/adapters/canary.ts', '../modules/booking/canary-target.ts'],
  ['ports-are-interfaces', 'apps/server/src/ports/canary.ts', '../kit/canary-target.ts'],
  ['module-in-a-tier', `${modules}/canary-module/index.ts`, '../canary-module/inside.ts'],
  ['tier-0-calls-down', `${modules}/maps/canary.ts`, '../identity/canary-target.ts'],
  ['tier-1-calls-down', `${modules}/languages/canary.ts`, '../identity/canary-target.ts'],
  ['tier-2-calls-down', `${modules}/identity/canary.ts`, '../fleet/canary-target.ts'],
  ['tier-3-calls-down', `${modules}/wallet/canary.ts`, '../promos/canary-target.ts'],
  ['tier-4-calls-down', `${modules}/fleet/canary.ts`, '../money/canary-target.ts'],
  ['tier-5-calls-down', `${modules}/payments/canary.ts`, '../booking/canary-target.ts'],
  ['tier-6-calls-down', `${modules}/sign-up/canary.ts`, '../booking/canary-target.ts'],
  ['tier-7-calls-down', `${modules}/booking/canary.ts`, '../dispatch/canary-target.ts'],
  ['tier-8-calls-down', `${modules}/tracking/canary.ts`, '../dispatch/canary-target.ts'],
  ['tier-9-calls-down', `${modules}/dispatch/canary-up.ts`, '../chat/canary-target.ts'],
  ['tier-10-calls-down', `${modules}/reports/canary.ts`, '../receipts/canary-target.ts'],
  [
    'booking-groups-do-not-import-each-other',
    `${modules}/booking/trip/canary.ts`,
    '../money/canary-target.ts',
  ],
  ['booking-shared-folders-import-no-group', `${modules}/booking/step/canary.ts`, '../trip/canary-target.ts'],
  ['features-never-import-each-other', 'apps/web/src/features/canary-a/a.ts', '../canary-b/b.ts'],
  ['features-below-surfaces', 'apps/web/src/features/canary-a/c.ts', '../../surfaces/canary-a/a.ts'],
  ['surfaces-stand-alone', 'apps/web/src/surfaces/canary-b/b.ts', '../canary-a/a.ts'],
  ['ui-lib-map-know-no-feature', 'apps/web/src/ui/canary.ts', '../features/canary-b/b.ts'],
  ['no-circular', 'packages/domain/kernel/canary-one.ts', './canary-two.ts'],
  [undefined, 'packages/domain/kernel/canary-two.ts', './canary-one.ts'],
  ['resolvable', 'packages/domain/kernel/canary-lost.ts', './nowhere.ts'],
].map(([rule, file, imported]) => ({ rule, file, imported }));

// Listed before the copy is made, so that a file written meanwhile is not missed.
const expected = sourceFiles();
const copy = copyTree('kerb-canary-', [
  ...workspaces,
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  '.dependency-cruiser.cjs',
]);
process.on('exit', () => removeTree(copy));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

function write(file, text) {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function seed() {
  for (const { file, imported } of seeds) {
    if (!imported.startsWith('.') || imported.includes('nowhere')) continue;
    const target = join(dirname(file), imported);
    if (!seeds.some((other) => other.file === target)) write(target, 'export const canary = 1;\n');
  }
  // Cycles of type imports are forbidden too, so the seeds of cycles import types.
  for (const { rule, file, imported } of seeds) {
    const isCycle = rule === 'no-circular' || rule === undefined;
    const statement = isCycle ? `import type { Canary } from '${imported}';` : `import '${imported}';`;
    const exported = isCycle ? 'export type { Canary };' : 'export const canary = 1;';
    write(file, `${statement}\n${exported}\n`);
  }
}

function cruise() {
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const result = spawnSync(
    process.execPath,
    [cli, ...workspaces, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: copy, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 },
  );
  if (!result.stdout.startsWith('{'))
    throw new Error(`dependency-cruiser said: ${result.stdout}${result.stderr}`);
  return JSON.parse(result.stdout);
}

/** Returns the source files that git tracks or would add; dependency-cruiser must visit all of them. */
function sourceFiles() {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...workspaces],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return listed
    .split('\n')
    .filter((file) => source.test(file) && !/\.d\.m?ts$/.test(file) && existsSync(join(root, file)));
}

const problems = [];
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
for (const { name } of forbidden) {
  if (!seeds.some(({ rule }) => rule === name)) problems.push(`the rule ${name} has no seed in this canary`);
}

seed();
const { summary, modules: cruised } = cruise();
for (const { rule, file, imported } of seeds) {
  if (!rule) continue;
  const seen = summary.violations.some(
    (violation) => violation.rule.name === rule && violation.from === file,
  );
  if (!seen) problems.push(`${rule} did not report ${file} importing ${imported}`);
}
const visited = new Set(cruised.map((module) => module.source));
const missed = expected.filter((file) => !visited.has(file));
if (missed.length > 0)
  problems.push(`${missed.length} source files were not looked at: ${missed.slice(0, 5).join(', ')}`);

for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length === 0) {
  console.log(`✔ ${forbidden.length} rules each caught their seed; ${visited.size} modules were looked at`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
