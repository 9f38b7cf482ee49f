// Entry point of the server: reads the configuration, boots, and stops in order on a signal.
import { boot } from './boot.ts';
import { ConfigError, readConfig } from './config.ts';
import { MigrationError } from './kit/db/index.ts';
import { createProgress } from './kit/progress.ts';
import { StartError } from './kit/start-error.ts';

/**
 * Maximum duration of a stop, ms: the notice to load balancers, the closing of all sockets, the calls that still run,
 * and a reserve for the jobs and the database. A longer stop is aborted, and the next start recovers.
 */
const STOP_WITHIN_MS = 50_000;

const print = (text: string): void => {
  process.stdout.write(text);
};

function exitWithError(error: unknown): never {
  const isSentence =
    error instanceof StartError || error instanceof ConfigError || error instanceof MigrationError;
  const text = isSentence
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}

/** Resolves when the parent process reports that the web app is built; without a parent process it is already built. */
function webReady(): Promise<void> {
  if (!process.argv.includes('--wait-for-web')) return Promise.resolve();
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === 'web-ready') resolve();
    });
  });
}

function readConfigOrEnd() {
  try {
    return readConfig();
  } catch (error) {
    return exitWithError(error);
  }
}

const config = readConfigOrEnd();
const booting = boot({
  config,
  progress: createProgress(print, config.mode === 'production'),
  webReady: webReady(),
  onFatal: (sentence) => {
    process.stderr.write(`\n${sentence}\n`);
    void stop(1);
  },
});

let isStopping = false;
/** Ctrl-C arrives more than once, from the terminal and from npm; only the first signal starts the stop. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await booting.stop();
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The parent process has exited.
process.on('disconnect', () => void stop(0));

try {
  const booted = await booting.ready;
  if (booted !== null) process.send?.({ kind: 'ready', origin: booted.origin });
} catch (error) {
  exitWithError(error);
}
