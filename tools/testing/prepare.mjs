// Installs and builds what the tests need and the machine lacks: packages, a browser, Redis, the built app.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Refusal } from '../bootstrap/steps.mjs';

const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellName = 'chromium-headless-shell';
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Runs a command with its output shown; answers whether it succeeded. */
function run(command, args, root, env = {}) {
  console.log(`  $ ${[command, ...args].join(' ')}`);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return result.status === 0;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Paths of programs with these names in the folders of PATH. */
function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function installedBrowser() {
  return [...inPath(browserNames), ...macBrowsers].find(isExecutable);
}

/** Where Playwright keeps its own Chromium, if it has been downloaded. */
async function playwrightBrowser(root) {
  const require = createRequire(join(root, 'e2e/package.json'));
  const { chromium } = require('playwright-core');
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : undefined;
}

function installDebianPackage(root, name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} from Debian …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], root, env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], root, env);
}

function installDebianBrowser(root) {
  installDebianPackage(root, 'chromium');
  return installedBrowser();
}

/** Chromium's headless shell, which needs less processor time; undefined where only the full browser can be had. */
export function prepareBrowserShell(root) {
  const given = process.env.CHROMIUM_SHELL_PATH;
  if (given) return given;
  const find = () => inPath([shellName]).find(isExecutable);
  const found = find();
  if (found) return found;
  installDebianPackage(root, shellName);
  return find();
}

/** The browser to test with: CHROMIUM_PATH, an installed one, Debian's package, or Playwright's, in that order. */
export async function prepareBrowser(root) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which cannot be run`);
    return given;
  }
  const found = installedBrowser() ?? (await playwrightBrowser(root)) ?? installDebianBrowser(root);
  if (found) return found;
  console.log("Downloading Playwright's Chromium …");
  run('npx', ['playwright-core', 'install', 'chromium'], root);
  const downloaded = await playwrightBrowser(root);
  if (!downloaded) throw new Error('No Chromium could be found or installed: set CHROMIUM_PATH to one');
  return downloaded;
}

/** A server that tests start: named by the variable, an installed one, or Debian's package. Throws where none can be had. */
export function prepareProgram(root, { name, variable, debianPackage = name }) {
  const given = process.env[variable];
  if (given) return given;
  // Debian's are not in the PATH of every user.
  const find = () => [...inPath([name]), `/usr/sbin/${name}`].find(isExecutable);
  if (find() === undefined) installDebianPackage(root, debianPackage);
  const found = find();
  if (!found) throw new Refusal(`${name} was not found: install it, or set ${variable} to the program`);
  return found;
}

/** redis-server and redis-cli, installed from Debian where they are missing. */
function prepareRedis(root) {
  const isMissing = () => ['redis-server', 'redis-cli'].some((name) => !inPath([name]).some(isExecutable));
  if (isMissing()) installDebianPackage(root, 'redis-server');
  if (isMissing()) throw new Refusal('No redis-server could be found or installed: install Redis 7 or later');
}

/** What `npm run cluster` starts beside Kerb; returns the variables that name the programs. */
export function prepareCluster(root) {
  prepareRedis(root);
  return {
    HAPROXY_PATH: prepareProgram(root, { name: 'haproxy', variable: 'HAPROXY_PATH' }),
    PGBOUNCER_PATH: prepareProgram(root, { name: 'pgbouncer', variable: 'PGBOUNCER_PATH' }),
  };
}

/** Builds the web app and the server's bundle, which the boot tests and the journeys run. */
export function prepareBuild(root) {
  if (!run(process.execPath, ['tools/build/build.mjs'], root))
    throw new Error('The build failed; see its output above');
}

/** The last commit and whether the tree differs from it, for the report. */
export function describeTree(root) {
  try {
    const read = (...args) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    return `${read('rev-parse', '--short', 'HEAD')}${read('status', '--porcelain') ? ' with changes' : ''}`;
  } catch {
    return 'no git history';
  }
}

/** The commit at which this branch left main; null without a branch main or origin/main. */
export function forkPoint(root) {
  for (const branch of ['main', 'origin/main']) {
    const found = spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return null;
}
