// Installs the dependencies when they are missing or the lock file has changed. Imports no packages itself.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';
import { printStep, Refusal } from './steps.mjs';

const lockFile = inRoot('package-lock.json');
const installedLock = inRoot('node_modules', '.package-lock.json');
const OUTPUT_TAIL_CHARACTERS = 6000;

const supported = (major, minor) =>
  (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (!supported(major, minor))
    throw new Refusal(`Kerb needs Node 20.19, 22.12, 24 or newer; this is ${process.version}.`);
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Returns whether every package of the lock file is installed: a workspace exists, another package has the locked
 * version. Optional packages are ignored, because those of other platforms are never installed.
 */
function isInstalled() {
  if (!existsSync(installedLock)) return false;
  const present = packagesOf(installedLock);
  return Object.entries(packagesOf(lockFile)).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/') || optional) return true;
    if (link) return existsSync(inRoot(path));
    return present[path]?.version === version;
  });
}

function runNpm() {
  const npm = process.env.npm_execpath;
  // Not `npm ci`, which fails when a registry lacks the optional binary of another platform. `npm install` uses the
  // locked versions too.
  const args = ['install', '--no-save', '--no-audit', '--no-fund'];
  const [command, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_TAIL_CHARACTERS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Refusal(`The dependencies could not be installed (npm install, exit ${code}):\n${output}`),
        );
    });
  });
}

/** Installs the dependencies if necessary and returns whether it did. Throws for an unsupported Node.js version. */
export async function installIfNeeded() {
  refuseOldNode();
  if (isInstalled()) return false;
  const beganAt = performance.now();
  printStep('install', 'fetching the dependencies, about a minute');
  await runNpm();
  printStep('install', 'ready', beganAt);
  return true;
}
