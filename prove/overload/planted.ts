// Planted faults of this proof: each replaces one part of the protection by a faulty one.
import type { Server, ServerResponse } from 'node:http';
import { routes } from '@kerb/contract';
import type { createAdmission } from '../../apps/server/src/kit/http/admission.ts';
import type { ClientLimits } from '../../apps/server/src/kit/http/client-limits.ts';
import type { SheddingParts } from '../../apps/server/src/kit/http/protect-from-load.ts';
import { priorityOf } from '../../apps/server/src/kit/http/route-priorities.ts';

export interface Planted {
  readonly clients?: Partial<ClientLimits>;
  readonly changeAdmission?: (make: typeof createAdmission) => typeof createAdmission;
  readonly priorityOf?: SheddingParts['priorityOf'];
  readonly intercept?: (server: Server) => void;
}

export interface Fault extends Planted {
  /** Pattern of the violation that the proof must find; others may be noise of the machine. */
  readonly sign: RegExp;
  /** The part of the proof that finds it. */
  readonly part: 'drill' | 'hostile clients';
}

/** Removes the header as the response leaves the server. */
function withoutRetryAfter(server: Server): void {
  server.prependListener('request', (_, response: ServerResponse) => {
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      name.toLowerCase() === 'retry-after' ? response : setHeader(name, value);
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status: number, headers?: unknown) => {
      const left = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'retry-after');
      return writeHead(status, Object.fromEntries(left));
    };
  });
}

const UNBOUNDED = 1_000_000_000;

export const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  [
    'no call is shed',
    {
      part: 'drill',
      sign: /of the deferrable calls were shed/,
      changeAdmission: (make) => (deps) => ({ ...make(deps), admit: () => () => undefined }),
    },
  ],
  [
    'all calls are shed alike',
    { part: 'drill', sign: /^(trip step|position|payment|sign-in): \d+ of/, priorityOf: () => 'deferrable' },
  ],
  [
    'shed calls have no Retry-After',
    { part: 'drill', sign: /without a Retry-After/, intercept: withoutRetryAfter },
  ],
  [
    'the limit never grows again',
    {
      part: 'drill',
      sign: /after the load/,
      changeAdmission: (make) => (deps) => {
        const admission = make(deps);
        const most = admission.limit();
        return {
          ...admission,
          adjust: () => {
            if (admission.limit() === most || deps.isLate()) admission.adjust();
          },
        };
      },
    },
  ],
  [
    'the start of a trip is deferrable',
    {
      part: 'drill',
      sign: /^trip step: \d+ of/,
      priorityOf: (definition) =>
        definition === routes.startBooking ? 'deferrable' : priorityOf(definition),
    },
  ],
  [
    'a body may have any size',
    { part: 'hostile clients', sign: /^a body of/, clients: { bodyBytes: UNBOUNDED } },
  ],
  [
    'headers may take any time',
    {
      part: 'hostile clients',
      sign: /^slow headers/,
      clients: { headersWithinMs: 0, requestWithinMs: 0 },
    },
  ],
  [
    'a body may take any time',
    { part: 'hostile clients', sign: /^slow bodies/, clients: { requestWithinMs: 0 } },
  ],
  [
    'idle connections are not bounded',
    {
      part: 'hostile clients',
      sign: /^idle sockets/,
      // The connections must still be open when they are counted, also on a slow machine.
      clients: { waiting: UNBOUNDED, headersWithinMs: 60_000, requestWithinMs: 60_000 },
    },
  ],
]);
