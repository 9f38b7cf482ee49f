// npm run prove -- overload: a server beyond its capacity, and clients that occupy its connections.
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { defaultClientLimits } from '../../apps/server/src/kit/http/client-limits.ts';
import type { PlantedFault, Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { createEnvironment } from './people.ts';
import { type LoadHost, type LoadSize, proveLoad } from './prove-load.ts';
import { proveSimulated } from './prove-overload.ts';

const SIZE: LoadSize = {
  capacityMs: 4_000,
  // At least 20 payments and sign-ins on a slow machine: with fewer, a single late one is more than 5 %.
  levelMs: 20_000,
  times: [1, 2, 5, 10],
  idle: 20_000,
  idleProcesses: 2,
  bookings: 20_000,
};
const SHORT_SIZE: LoadSize = {
  capacityMs: 2_000,
  levelMs: 3_000,
  times: [1, 10],
  idle: 2_000,
  idleProcesses: 1,
  bookings: 2_000,
};

const FAULT_SIZE: LoadSize = { ...SIZE, times: [1, 10], idle: 2_000, idleProcesses: 1 };

/** The planted fault that a real load reveals too. */
const UNSHED = 'no call is shed';
const UNSHED_SIGN = /^(trip step|position|payment|sign-in): [\d.]+ a second at 10 times the capacity/;

async function plantUnderLoad(
  host: LoadHost,
  waiting: number,
  log: (line: string) => void,
): Promise<PlantedFault> {
  const { found } = await proveLoad(host, FAULT_SIZE, { fault: UNSHED, waiting, log });
  const seen = found.find((sentence) => UNSHED_SIGN.test(sentence));
  log(`${UNSHED}, under load: ${seen ?? 'not found'}`);
  return { fault: `${UNSHED}, under load`, caught: seen !== undefined };
}

export const proof: Proof = {
  name: 'overload',
  about:
    'at ten times its capacity a server goes on with trips, payments and sign-ins, sheds the rest and recovers in 2 s',
  run: (log, { isShort }) =>
    proveOnDatabase(
      async ({ connectionString, folder, pool, asOwner }) => {
        const environment = await createEnvironment(pool);
        const host = { connectionString, folder, pool, asOwner, environment, role: APP_ROLE };
        const simulated = await proveSimulated(host, log);
        const { waiting } = defaultClientLimits;
        const load = await proveLoad(host, isShort ? SHORT_SIZE : SIZE, { fault: null, waiting, log });
        const planted = isShort ? [] : [await plantUnderLoad(host, waiting, log)];
        return {
          tried: simulated.tried + load.tried,
          violations: [...simulated.violations, ...load.found],
          planted: [...simulated.planted, ...planted],
          more: { load: load.figures },
        };
      },
      { city: true },
    ),
};
