// Measures the server's load and, under overload, rejects calls by priority before any work is done for them.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isPrinted } from '@kerb/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from './address-key.ts';
import { ADJUST_EVERY_MS, type Admission } from './admission.ts';
import type {} from './request-state.ts';
import { priorityOf } from './route-priorities.ts';
import type { WaitingConnections } from './waiting-connections.ts';
import { createWaitingRoom } from './waiting-room.ts';

/**
 * Mean delay of the event loop above which the server counts as late, ms. A call passes through the loop about as often
 * as it has statements, 20 to 40 times for a payment or a sign-in, which then takes half a second longer.
 */
const LATE_LOOP_MS = 20;
/** Share of the pool's connections: when more calls than that wait for a connection, the server counts as late. */
const MAX_WAITING_SHARE = 0.25;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

export interface LoadSources {
  /** Number of calls that wait for a database connection, and the maximum number of connections. */
  readonly pool: { readonly waitingCount: number; readonly options: { readonly max: number } };
}

/** Reports whether the event loop was late since the last check, or too many calls currently wait for the database. */
export function watchLoad({ pool }: LoadSources): { isLate: () => boolean; close: () => void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return {
    isLate() {
      // Without samples the mean is NaN, which counts as not late; the next check includes the samples.
      const meanMs = delays.mean / NS_PER_MS - RESOLUTION_MS;
      delays.reset();
      return meanMs > LATE_LOOP_MS || pool.waitingCount > pool.options.max * MAX_WAITING_SHARE;
    },
    close: () => delays.disable(),
  };
}

export interface SheddingOptions {
  readonly admission: Admission;
  /** Called for each call that is rejected. */
  readonly onRefused: (request: FastifyRequest) => void;
  /** Returns the priority of a route; by default that of the table in route-priorities.ts. */
  readonly priorityOf?: typeof priorityOf;
  readonly connections: Pick<WaitingConnections, 'waitFor' | 'stopWaiting'>;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Releases the slot of a call; without effect while the call holds none. */
export function leave(request: FastifyRequest): void {
  request.leave?.();
  request.leave = null;
}

/** Must be registered after the calls of each address are counted, and before all work for them. */
export function shedCalls(app: FastifyInstance, options: SheddingOptions): void {
  const { admission, connections } = options;
  const find = options.priorityOf ?? priorityOf;
  const room = createWaitingRoom(admission);
  app.decorateRequest('leave', null);

  const enter = async (request: FastifyRequest): Promise<void> => {
    try {
      const priority = find(request.routeOptions.config.definition);
      request.leave = await room.enter(priority, addressKey(request.ip));
    } catch (error) {
      options.onRefused(request);
      throw error;
    }
  };

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isOperation) return;
    await enter(request);
    // A WebSocket stays open, and socket limits count it separately.
    if (request.headers.upgrade !== undefined) leave(request);
  });
  // A slot is not occupied while the client sends its body, so that slow clients do not block others.
  app.addHook('preParsing', async (request) => {
    if (!hasBody(request)) return;
    leave(request);
    connections.waitFor(request.raw.socket);
  });
  app.addHook('preValidation', async (request) => {
    if (hasBody(request) && !request.routeOptions.config.isOperation) {
      connections.stopWaiting(request.raw.socket);
      await enter(request);
    }
    const { definition } = request.routeOptions.config;
    // The handler reads an uploaded file, possibly slowly, and a print waits in a queue of its own, so the slot is
    // released here too.
    if (definition && (definition.upload || isPrinted(definition))) leave(request);
  });
  app.addHook('onSend', async (request) => {
    leave(request);
    // Still waiting after a body that could not be read.
    connections.stopWaiting(request.raw.socket);
  });
  const adjust = () => {
    admission.adjust();
    room.admitWaiting();
  };
  const timer = setInterval(adjust, ADJUST_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
