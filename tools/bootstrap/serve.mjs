// npm run serve: builds and runs only the server, by default in production mode, which rejects demonstration secrets.
import { SERVER_STOP_MS, startChild, stopChildren, stopOnSignals, stopping } from './children.mjs';
import { installIfNeeded } from './install.mjs';
import { serverProgram } from './paths.mjs';
import { endWith, printStep } from './steps.mjs';

async function serve() {
  await installIfNeeded();
  const { buildPrograms, buildWeb } = await import('../build/build.mjs');
  const beganAt = performance.now();
  const built = await Promise.all([buildPrograms(), buildWeb()]);
  if (built.some(Boolean)) printStep('build', 'ready', beganAt);
  const server = startChild(serverProgram, [], {
    env: { KERB_MODE: process.env.KERB_MODE || 'production', NODE_ENV: 'production' },
    stopMs: SERVER_STOP_MS,
    ipc: true,
  });
  server.child.on('message', ({ kind, origin }) => {
    if (kind === 'ready') printStep('server', origin);
  });
  const code = await server.ended;
  if (!stopping()) process.exit(code);
}

stopOnSignals();
serve().catch(async (error) => {
  await stopChildren();
  endWith(error);
});
