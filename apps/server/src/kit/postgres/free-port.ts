// Finds free ports on this machine.
import { createServer } from 'node:net';

/** Returns the port when it is free (0: any free port), or null when another program or the system uses it. */
export function tryPort(port: number, host = '127.0.0.1'): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * Ports below those that operating systems give to outgoing connections (from 32768 on Linux): one that is free now usually
 * stays free until the program that it is chosen for listens on it.
 */
const FIRST_PORT = 10_000;
const LAST_PORT = 20_000;
const TRIES = 50;

/** Returns the wanted port when it is free, otherwise any free port. */
export async function freePort(wanted = 0): Promise<number> {
  const found = wanted === 0 ? null : await tryPort(wanted);
  if (found !== null) return found;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = await tryPort(FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT)));
    if (port !== null) return port;
  }
  return (await tryPort(0)) ?? 0;
}
