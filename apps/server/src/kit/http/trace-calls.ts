// Creates a tracing span for each call.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracing } from '../observe/tracing.ts';

/** Must be registered before all other hooks, so that their work belongs to the call's span. */
export function traceCalls(app: FastifyInstance, tracing: Tracing): void {
  const endings = new WeakMap<FastifyRequest, ReturnType<Tracing['beginCall']>>();
  app.addHook('onRequest', (request, _, done) => {
    const { method, id: requestId, headers } = request;
    endings.set(request, tracing.beginCall({ method, requestId, headers }, done));
  });
  app.addHook('onResponse', async (request, reply) => {
    const { is404, routeOptions } = request;
    endings.get(request)?.({ route: is404 ? undefined : routeOptions.url, status: reply.statusCode });
  });
}
