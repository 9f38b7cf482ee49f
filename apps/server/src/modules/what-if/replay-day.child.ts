// The process that replays a day, so that a run of minutes never holds up the server's own work.
import { type ReplayJob, type ReplayMessage, runReplayJob, yieldToServer } from './replay-job.ts';

const send = (message: ReplayMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

// When the server dies, its child process must end too.
process.on('disconnect', () => process.exit(1));
// The server ends the process itself, after it has recorded that the run was interrupted.
process.on('SIGINT', () => undefined);
yieldToServer();

process.once('message', (job: ReplayJob) => {
  runReplayJob(job, (runsDone) => void send({ kind: 'progress', runsDone }))
    .then((outcome) => send({ kind: 'done', outcome }))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return send({ kind: 'failed', reason });
    })
    .finally(() => process.exit(0));
});
