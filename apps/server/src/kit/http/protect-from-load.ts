// Protects the server from overload, and from connections on which clients send nothing.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../observe/metrics.ts';
import { createAdmission } from './admission.ts';
import type { priorityOf } from './route-priorities.ts';
import { type LoadSources, shedCalls, watchLoad } from './shed-calls.ts';
import { createWaitingConnections } from './waiting-connections.ts';

/** Parts replaced by load proofs. */
export interface SheddingParts {
  readonly createAdmission?: typeof createAdmission;
  readonly priorityOf?: typeof priorityOf;
}

const NO_POOL = { waitingCount: 0, options: { max: 0 } };

export interface LoadProtection {
  /** Connection pool whose waiting calls indicate overload; when left out, only the event loop does. */
  readonly pool?: LoadSources['pool'] | undefined;
  readonly metrics: Metrics;
  /** Called for each call that is rejected because the server is overloaded. */
  readonly onRefused: (request: FastifyRequest) => void;
  /** Maximum number of connections without a complete request; beyond it, the one that waited longest is closed. */
  readonly maxWaiting: number;
  /** False when another server accepts the connections. */
  readonly watchesConnections: boolean;
  /** Whether the delay of the event loop indicates overload. */
  readonly watchesLoop: boolean;
  readonly shedding?: SheddingParts | undefined;
}

export function protectFromLoad(app: FastifyInstance, options: LoadProtection): void {
  const {
    metrics,
    shedding,
    onRefused,
    maxWaiting,
    watchesConnections,
    watchesLoop,
    pool = NO_POOL,
  } = options;
  const load = watchLoad({ pool });
  app.addHook('onClose', async () => load.close());
  const admission = (shedding?.createAdmission ?? createAdmission)({
    isLate: watchesLoop ? load.isLate : () => false,
    onShed: (priority) => metrics.shed.inc({ class: priority }),
  });
  metrics.observe(
    'kerb_admission_limit',
    'Calls that are not essential and may be in flight',
    admission.limit,
  );
  const connections = createWaitingConnections(maxWaiting);
  if (watchesConnections) {
    connections.watch(app.server);
    app.addHook('preClose', async () => connections.end());
  }
  shedCalls(app, { admission, connections, onRefused, ...shedding });
}
