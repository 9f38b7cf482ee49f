// Server whose load can be simulated, optionally without one of its protections.
import { createApp } from '../../apps/server/src/app.ts';
import type { Config } from '../../apps/server/src/config.ts';
import type { Database } from '../../apps/server/src/kit/db/index.ts';
import { type Admission, createAdmission, Shed } from '../../apps/server/src/kit/http/admission.ts';
import {
  ACCEPTORS,
  type ClientLimits,
  defaultClientLimits,
  LISTEN_BACKLOG,
} from '../../apps/server/src/kit/http/client-limits.ts';
import { createProofLogger } from '../lib/proof-logger.ts';
import { faults, type Planted } from './planted.ts';

/** Multiplies the limits on callers, which are not under test here. */
const LIMIT_SCALE = 1_000_000;
/** More than a server admits. */
const MAX_OCCUPIED = 1_000;

export interface OverloadServerOptions {
  readonly config: Config;
  readonly database: Database;
  /** Name of a planted fault; null for the real server. */
  readonly fault: string | null;
  readonly clients?: Partial<ClientLimits>;
  /** The event-loop delay is set by `isLate` instead of measured. */
  readonly isSimulated: boolean;
}

export async function openOverloadServer(options: OverloadServerOptions) {
  const planted: Planted = faults.get(options.fault ?? '') ?? {};
  const load = { isLate: false };
  let admission: Admission | undefined;
  const make = planted.changeAdmission?.(createAdmission) ?? createAdmission;
  const app = await createApp({
    config: { ...options.config, secret: 'secret of the proofs' },
    database: options.database,
    logger: createProofLogger(),
    version: '0.0.0-proof',
    limitScale: LIMIT_SCALE,
    ...(options.isSimulated ? { eventLoopDelayMs: 0 } : {}),
    http: {
      acceptors: ACCEPTORS,
      clients: { ...defaultClientLimits, ...options.clients, ...planted.clients },
      shedding: {
        ...(planted.priorityOf ? { priorityOf: planted.priorityOf } : {}),
        createAdmission: (deps) => {
          admission = make(options.isSimulated ? { ...deps, isLate: () => load.isLate } : deps);
          return admission;
        },
      },
    },
  });
  await app.openCity();
  await app.seedDemonstration();
  const { server } = await app.start();
  planted.intercept?.(server.server);
  let openConnections = 0;
  server.server.on('connection', (connection) => {
    openConnections += 1;
    connection.once('close', () => {
      openConnections -= 1;
    });
  });
  return {
    load,
    origin: await server.listen({ port: 0, host: '127.0.0.1', backlog: LISTEN_BACKLOG }),
    limit: (): number => admission?.limit() ?? Number.NaN,
    /** Occupies the capacity for non-essential calls, like slow calls; returns a function that releases it. */
    occupy(): () => void {
      const leaves: (() => void)[] = [];
      try {
        while (leaves.length < MAX_OCCUPIED) leaves.push(admission?.admit('normal') ?? (() => undefined));
      } catch (error) {
        if (!(error instanceof Shed)) throw error;
      }
      return () => {
        for (const leave of leaves) leave();
      };
    },
    /** Runs this number of adjustments of the limit at once. */
    adjust(times: number): void {
      for (let time = 0; time < times; time += 1) admission?.adjust();
    },
    /** Open connections. */
    connections: (): number => openConnections,
    close: () => app.close(),
  };
}
export type OverloadServer = Awaited<ReturnType<typeof openOverloadServer>>;
