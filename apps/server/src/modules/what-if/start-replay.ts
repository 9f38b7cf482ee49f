// Starts the child process that replays a day, and passes its messages on.
import { forkProgram } from '../../kit/fork-program.ts';
import type { ReplayJob, ReplayMessage, ReplayOutcome } from './replay-job.ts';

export interface Replay {
  /** Rejects when the run failed or its process ended early. */
  readonly outcome: Promise<ReplayOutcome>;
  /** Ends the process; `outcome` rejects. */
  stop(): void;
}

export type StartReplay = (job: ReplayJob, onRun: (runsDone: number) => void) => Replay;

const MEMORY_MB = 2048;

export const startReplay: StartReplay = (job, onRun) => {
  const child = forkProgram(import.meta.url, 'replay-day.child', {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    stdio: 'inherit',
  });
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
