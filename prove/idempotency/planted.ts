// Planted faults in the handling of idempotency keys, which wrap the server's own handling.

import type { RouteName } from '@kerb/contract';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '../../apps/server/src/kit/http/idempotency.ts';
import type { Plant } from '../lib/subject.ts';

export interface PlantedKeyFault {
  readonly fault: string;
  readonly plant: Plant;
  /** A route that reveals the fault. */
  readonly route: RouteName;
}

/** Shows the key's look-up a request with other fields; properties set on it are set on the real request. */
function withFields(request: FastifyRequest, fields: Readonly<Record<string, unknown>>): FastifyRequest {
  return new Proxy(request, {
    get: (target, name) =>
      typeof name === 'string' && name in fields ? fields[name] : Reflect.get(target, name),
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}

const withBegin =
  (change: (request: FastifyRequest) => FastifyRequest): Plant =>
  (real) => ({
    ...real,
    begin: (request, reply, file) => real.begin(change(request), reply, file),
  });

/** Looks a response up and stores it later, without locking the key in between. */
function withoutLock(): Idempotency {
  const stored = new Map<string, { status: number; payload: unknown }>();
  const keyOf = (request: FastifyRequest): string =>
    `${request.actor?.uid} ${request.headers['idempotency-key']}`;
  return {
    async begin(request, reply) {
      const answer = stored.get(keyOf(request));
      if (answer)
        return reply.code(answer.status).header('idempotency-replayed', 'true').send(answer.payload);
      return undefined;
    },
    async end(request, reply, payload) {
      if (request.headers['idempotency-key'] !== undefined)
        stored.set(keyOf(request), { status: reply.statusCode, payload });
    },
    run: (_, work) => work(),
  };
}

export const plantedKeyFaults: readonly PlantedKeyFault[] = [
  {
    fault: 'a key is never looked up',
    route: 'addToWallet',
    plant: (real) => ({ ...real, begin: async () => undefined }),
  },
  {
    fault: 'a key is looked up and not taken, so that calls at once all run',
    route: 'addToWallet',
    plant: withoutLock,
  },
  {
    fault: 'a key is not bound to its user',
    route: 'addToWallet',
    plant: withBegin((request) => withFields(request, { actor: { uid: 'every user' } })),
  },
  {
    fault: 'the body of a repeat is not compared',
    route: 'addToWallet',
    plant: withBegin((request) => withFields(request, { body: null })),
  },
  {
    fault: 'the bytes of a repeated upload are not compared',
    route: 'setPhoto',
    plant: (real) => ({
      ...real,
      begin: (request, reply) => real.begin(request, reply, Buffer.from('a picture')),
    }),
  },
  {
    fault: 'the answer is stored without its body',
    route: 'cancelBooking',
    plant: (real) => ({ ...real, end: (request, reply) => real.end(request, reply, '') }),
  },
  {
    fault: 'an answer is stored before the work is committed',
    route: 'cancelBooking',
    plant: (real) => ({
      ...real,
      async begin(request, reply, file) {
        await real.begin(request, reply, file);
        if (request.idempotent !== null) await real.end(request, reply, '{}');
      },
    }),
  },
  {
    fault: 'the transaction that does the work does not mark the key',
    route: 'sendMessage',
    plant: (real) => ({ ...real, run: (_, work) => work() }),
  },
];
