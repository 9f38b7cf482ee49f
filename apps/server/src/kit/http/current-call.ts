// Provides the HTTP call in which code runs, for audit records; null in jobs and subscribers.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import type { SecurityCall } from '../observe/security-log.ts';

const running = new AsyncLocalStorage<SecurityCall>();

export const callOf = (request: FastifyRequest): SecurityCall => ({
  by: request.actor?.uid ?? request.partner?.id ?? null,
  address: request.ip,
  requestId: request.id,
});

export const currentCall = (): SecurityCall | null => running.getStore() ?? null;

/** Runs the work with `currentCall` returning this request, also in everything that the work awaits. */
export const runInCall = <T>(request: FastifyRequest, work: () => T): T => running.run(callOf(request), work);

/**
 * Runs the work as if outside any call. Needed for work on the database of another city, where the call's idempotency
 * key and records do not belong, and for work that several calls share. The context is that of the program's start.
 */
export const outsideOfCalls = AsyncLocalStorage.snapshot();
