// Starts the child process that replays a day, and passes its messages on.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReplayJob, ReplayMessage, ReplayOutcome } from './replay-job.ts';

export interface Replay {
  /** Rejects when the run failed or its process ended early. */
  readonly outcome: Promise<ReplayOutcome>;
  /** Ends the process; `outcome` rejects. */
  stop(): void;
}

export type StartReplay = (job: ReplayJob, onRun: (runsDone: number) => void) => Replay;

const MEMORY_MB = 2048;

/** The script is beside this file in the sources and beside the bundle in a build; TypeScript needs its loader. */
function startChild() {
  const isSource = fileURLToPath(import.meta.url).endsWith('.ts');
  const program = fileURLToPath(new URL(`./replay-day.child.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const loader = isSource ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(program, [], {
    execArgv: [...loader, `--max-old-space-size=${MEMORY_MB}`],
    stdio: 'inherit',
  });
}

export const startReplay: StartReplay = (job, onRun) => {
  const child = startChild();
  const outcome = new Promise<ReplayOutcome>((resolve, reject) => {
    child.on('message', (message: ReplayMessage) => {
      switch (message.kind) {
        case 'progress':
          return onRun(message.runsDone);
        case 'done':
          return resolve(message.outcome);
        case 'failed':
          return reject(new Error(message.reason));
      }
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`The process of the run ended early (${signal ?? `exit ${code}`})`)),
    );
    child.send(job);
  });
  return {
    outcome,
    stop() {
      child.kill('SIGKILL');
    },
  };
};
