// What the kit adds to each request, told to the compiler in one place.

import type {} from '@fastify/cookie';
import type {} from '@fastify/multipart';
import type {} from '@fastify/rate-limit';
import type {} from '@fastify/static';
import type {} from '@fastify/swagger';
import type {} from '@fastify/websocket';
import type { RouteDefinition } from '@kerb/contract';
import type { Actor } from './actor.ts';
import type { IdempotentAttempt } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /** The operator's basic credentials came with the request. */
    isOperator: boolean;
    /** ms of performance.now() at the arrival */
    arrivedAt: number;
    idempotent: IdempotentAttempt | null;
  }
  interface FastifyContextConfig {
    definition?: RouteDefinition;
  }
}
