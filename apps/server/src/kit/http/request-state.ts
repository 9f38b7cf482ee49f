// Declares the fields that the kit adds to each request.

import type {} from '@fastify/cookie';
import type {} from '@fastify/multipart';
import type {} from '@fastify/static';
import type {} from '@fastify/websocket';
import type { RouteDefinition } from '@kerb/contract';
import type { ErrorCode } from '@kerb/domain/kernel';
import type { Actor, Partner } from './actor.ts';
import type { RouteLimit } from './callers.ts';
import type { IdempotentAttempt } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_URL of the installation; undefined when it is not set. */
    publicUrl: string | undefined;
  }
  interface FastifyRequest {
    actor: Actor | null;
    /** Whether the request carries the operator's basic credentials. */
    isOperator: boolean;
    /** Partner whose key came with a request to a key-protected route. */
    partner: Partner | null;
    /** Arrival time in ms of performance.now(). */
    arrivedAt: number;
    idempotent: IdempotentAttempt | null;
    /** Error code of the answer; null for a success. */
    problem: ErrorCode | null;
    /** Releases the call's admission slot; null while the call holds no slot. */
    leave: (() => void) | null;
  }
  interface FastifyContextConfig {
    definition?: RouteDefinition;
    /** The route's own rate limit, already scaled. */
    routeLimit?: RouteLimit;
    /** Marks routes for load balancers and the operator, which need no session and have no limits. */
    isOperation?: true;
    /** Marks the route of live sockets. */
    isLive?: true;
  }
}
