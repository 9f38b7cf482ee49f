// Starts the server that is the limit of the socket benchmarks.
import { type LimitServer, startLimitServer } from '../lib/limit-process.ts';

export const startBareServer = (): Promise<LimitServer> =>
  startLimitServer(new URL('./bare-server.ts', import.meta.url));
