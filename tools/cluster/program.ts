// Starts a program of the cluster with its output in a log file, and stops, kills, suspends and resumes it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface ClusterProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly logFile: string;
}

export interface ClusterProgram {
  readonly isRunning: boolean;
  /** Polls `isReady` until it resolves to true; rejects with the log when the program ends before. */
  untilReady(isReady: () => Promise<boolean>): Promise<void>;
  /**
   * Stops the program gracefully with SIGTERM, and with SIGKILL after 60 seconds. Resolves with its exit code; null
   * when it was ended by a signal.
   */
  stop(): Promise<number | null>;
  /** Ends the program at once with SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Stops the program with SIGSTOP until `resume`; its connections stay open. */
  suspend(): void;
  resume(): void;
}

const STOP_WITHIN_MS = 60_000;
const POLL_INTERVAL_MS = 100;

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

export function startClusterProgram({
  command,
  args,
  env = {},
  logFile,
}: ClusterProgramOptions): ClusterProgram {
  const log = openSync(logFile, 'a');
  // The IPC channel closes when this process ends in any way, and then the server ends too.
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (hasEnded(child) || failure !== undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }

  return {
    get isRunning() {
      return !hasEnded(child) && failure === undefined;
    },
    async untilReady(isReady) {
      while (!(await isReady())) {
        if (failure !== undefined) throw failure;
        if (hasEnded(child)) throw new Error(`${command} ended:\n${readFileSync(logFile, 'utf8')}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
    },
    async stop() {
      await end('SIGTERM');
      return child.exitCode;
    },
    kill: () => end('SIGKILL'),
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
