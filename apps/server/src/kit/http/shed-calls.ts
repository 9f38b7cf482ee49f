// Measures how late the server is, and refuses calls by their priority before any work is done for them.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADJUST_EVERY_MS, type Admission } from './admission.ts';
import type {} from './request-state.ts';
import { bareHeaders } from './response-headers.ts';
import { priorityOf } from './route-priorities.ts';
import type { WaitingConnections } from './waiting-connections.ts';
import { createWaitingRoom } from './waiting-room.ts';

/** Mean delay of the event loop beyond which it counts as late: a call passes through it several times. */
const LATE_LOOP_MS = 100;
/** Of the connections: so many calls may wait for one. */
const MOST_WAITING_SHARE = 0.25;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

export interface LoadSources {
  /** Calls that wait for a database connection, and how many connections there are at most. */
  readonly pool: { readonly waitingCount: number; readonly options: { readonly max: number } };
}

/** Whether the event loop was late since the last look, or calls wait for the database now. */
export function watchLoad({ pool }: LoadSources): { isLate: () => boolean; close: () => void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return {
    isLate() {
      // Without a sample the mean is NaN, which is not late: the next look has the sample.
      const meanMs = delays.mean / NS_PER_MS - RESOLUTION_MS;
      delays.reset();
      return meanMs > LATE_LOOP_MS || pool.waitingCount > pool.options.max * MOST_WAITING_SHARE;
    },
    close: () => delays.disable(),
  };
}

export interface SheddingOptions {
  readonly admission: Admission;
  readonly isProduction: boolean;
  /** Of a route; by the table where it is not given. */
  readonly priorityOf?: typeof priorityOf;
  readonly connections: Pick<WaitingConnections, 'waitFor' | 'stopWaiting'>;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Registered before all other hooks of a call. */
export function shedCalls(app: FastifyInstance, options: SheddingOptions): void {
  const { admission, connections } = options;
  const find = options.priorityOf ?? priorityOf;
  const refusalHeaders = bareHeaders(options.isProduction);
  const room = createWaitingRoom(admission);
  app.decorateRequest('leave', null);

  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      request.leave = await room.enter(find(request.routeOptions.config.definition));
    } catch (error) {
      reply.headers(refusalHeaders);
      throw error;
    }
  };
  const leave = (request: FastifyRequest): void => {
    request.leave?.();
    request.leave = null;
  };

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isOperation) return;
    await enter(request, reply);
    // A socket stays open and is limited by its own count.
    if (request.headers.upgrade !== undefined) leave(request);
  });
  // A client that sends its body slowly takes no room from the others.
  app.addHook('preParsing', async (request) => {
    if (!hasBody(request)) return;
    leave(request);
    connections.waitFor(request.raw.socket);
  });
  app.addHook('preValidation', async (request, reply) => {
    if (hasBody(request) && !request.routeOptions.config.isOperation) {
      connections.stopWaiting(request.raw.socket);
      await enter(request, reply);
    }
    // The file of an upload is read by its handler.
    if (request.routeOptions.config.definition?.upload) leave(request);
  });
  app.addHook('onSend', async (request) => leave(request));
  const adjust = () => {
    admission.adjust();
    room.letIn();
  };
  const timer = setInterval(adjust, ADJUST_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
