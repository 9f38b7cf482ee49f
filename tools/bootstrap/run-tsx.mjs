// Runs a TypeScript program of this repository: node run-tsx.mjs <file.ts> [arguments]. Installs missing packages.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { installIfNeeded } from './install.mjs';
import { inRoot } from './paths.mjs';
import { endWith, Refusal } from './steps.mjs';

const [file, ...args] = process.argv.slice(2);

try {
  if (file === undefined)
    throw new Refusal('Name the program to run: node run-tsx.mjs <file.ts> [arguments]');
  await installIfNeeded();
  const loader = new URL('node_modules/tsx/dist/loader.mjs', `file://${inRoot()}`).href;
  const child = spawn(process.execPath, ['--import', loader, inRoot(file), ...args], {
    stdio: 'inherit',
    cwd: resolve(),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
} catch (error) {
  endWith(error);
}
