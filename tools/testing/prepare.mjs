// Installs the programs that the tests require, such as a browser, proxies and Redis, and builds the app.
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

/** Runs a command and prints its output; returns whether it succeeded. */
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

/** Returns the possible paths of programs with these names: each name in each folder of PATH. */
function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function installedBrowser() {
  return [...inPath(browserNames), ...macBrowsers].find(isExecutable);
}

/** Returns the path of Playwright's own Chromium; undefined when it has not been downloaded. */
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

/** Returns the path of Chromium's headless shell, which uses less processor time; undefined if it is not available. */
export function prepareBrowserShell(root) {
  const given = process.env.CHROMIUM_SHELL_PATH;
  if (given) return given;
  const find = () => inPath([shellName]).find(isExecutable);
  const found = find();
  if (found) return found;
  installDebianPackage(root, shellName);
  return find();
}

/**
 * Returns the path of the browser: CHROMIUM_PATH, an installed browser, a Chromium that Playwright downloaded earlier,
 * Debian's package, or a new download by Playwright, in this order. Throws when all fail.
 */
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

/**
 * Returns the path of a server program: the value of the environment variable, an installed program, or Debian's
 * package, which is then installed. Throws when all fail.
 */
export function prepareProgram(root, { name, variable, debianPackage = name }) {
  const given = process.env[variable];
  if (given) return given;
  // Debian installs servers in /usr/sbin, which is not in the PATH of every user.
  const find = () => [...inPath([name]), `/usr/sbin/${name}`].find(isExecutable);
  if (find() === undefined) installDebianPackage(root, debianPackage);
  const found = find();
  if (!found) throw new Refusal(`${name} was not found: install it, or set ${variable} to the program`);
  return found;
}

/** Installs Debian's redis-server and redis-cli when they are missing. Throws when that fails. */
function prepareRedis(root) {
  const isMissing = () => ['redis-server', 'redis-cli'].some((name) => !inPath([name]).some(isExecutable));
  if (isMissing()) installDebianPackage(root, 'redis-server');
  if (isMissing()) throw new Refusal('No redis-server could be found or installed: install Redis 7 or later');
}

/** Installs the programs that `npm run cluster` starts; returns the environment variables with their paths. */
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

/** Returns the hash of the last commit and whether the working tree has changes, for the report. */
export function describeTree(root) {
  try {
    const read = (...args) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    return `${read('rev-parse', '--short', 'HEAD')}${read('status', '--porcelain') ? ' with changes' : ''}`;
  } catch {
    return 'no git history';
  }
}

/** Returns the merge base of this branch and main; null without a branch main or origin/main. */
export function forkPoint(root) {
  for (const branch of ['main', 'origin/main']) {
    const found = spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return null;
}
