// npm run serve: the server alone, for production. It refuses demonstration secrets and a development inbox.
import { startChild, stopChildren, stopOnSignals, stopping } from './children.mjs';
import { installIfNeeded } from './install.mjs';
import { serverProgram } from './paths.mjs';
import { endWith, tell } from './steps.mjs';

const SERVER_PATIENCE_MS = 30_000;

async function serve() {
  await installIfNeeded();
  const { buildPrograms, buildWeb } = await import('../build/build.mjs');
  const beganAt = performance.now();
  const built = await Promise.all([buildPrograms(), buildWeb()]);
  if (built.some(Boolean)) tell('build', 'ready', beganAt);
  const server = startChild(serverProgram, [], {
    env: { KERB_MODE: 'production', NODE_ENV: 'production' },
    patienceMs: SERVER_PATIENCE_MS,
    ipc: true,
  });
  server.child.on('message', ({ kind, origin }) => {
    if (kind === 'ready') tell('server', origin);
  });
  const code = await server.ended;
  if (!stopping()) process.exit(code);
}

stopOnSignals();
serve().catch(async (error) => {
  await stopChildren();
  endWith(error);
});
