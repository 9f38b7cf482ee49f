// Child process that replays a day, so that a run of minutes does not block the server.
import { type ReplayJob, type ReplayMessage, runReplayJob, yieldToServer } from './replay-job.ts';

const send = (message: ReplayMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

// When the server ends, its child process must end too.
process.on('disconnect', () => process.exit(1));
// Ignored, because the server ends the process itself after it has recorded the interruption.
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
