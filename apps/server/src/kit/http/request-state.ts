// Declares the fields that the kit adds to each request.

import type {} from '@fastify/cookie';
import type {} from '@fastify/multipart';
import type {} from '@fastify/static';
import type {} from '@fastify/websocket';
import type { RouteDefinition } from '@kerb/contract';
import type { Actor, Partner } from './actor.ts';
import type { RouteLimit } from './callers.ts';
import type { IdempotentAttempt } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_URL of the installation, where it is set. */
    publicUrl: string | undefined;
  }
  interface FastifyRequest {
    actor: Actor | null;
    /** The operator's basic credentials came with the request. */
    isOperator: boolean;
    /** Whose key came with a request for keys. */
    partner: Partner | null;
    /** ms of performance.now() at the arrival */
    arrivedAt: number;
    idempotent: IdempotentAttempt | null;
    /** Counts the call out of those in flight; null before it is counted in and afterwards. */
    leave: (() => void) | null;
  }
  interface FastifyContextConfig {
    definition?: RouteDefinition;
    /** The route's own limit, scaled. */
    routeLimit?: RouteLimit;
    /** For load balancers and the operator: without session and without limits. */
    isOperation?: true;
  }
}
