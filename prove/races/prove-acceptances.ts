// The other half of the proof: drivers who race for bookings, on several servers with pools of their own.
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { interceptDatabase, type Rewrite, rewriting, sameText } from '../lib/intercepted-database.ts';
import type { PlantedFault } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';
import { noBookingLock, noCompare } from './planted.ts';
import { startServers } from './server-processes.ts';
import { openStorm, type StormSize } from './storm.ts';
import type { Tried } from './try-orders.ts';

const PLANTED_SIZE: StormSize = { attempts: 400, ms: Number.POSITIVE_INFINITY, isOver: (found) => found > 0 };
const INSTANCES = 2;

/** The first answer of a winner says that they lost. */
const denying = (send: Send, change: { status: number; code: string }): Send => {
  return async (name, input, caller) => {
    const answer = await send(name, input, caller);
    return answer.status === 200 ? { ...answer, ...change } : answer;
  };
};

export interface StormReport {
  readonly storm: Tried;
  readonly planted: readonly PlantedFault[];
  /** Whose people all have telephone numbers of their own. */
  readonly environment: AccessEnvironment;
}

/** Servers in this process, each with its own modules and connections. */
async function openInstances(database: Omit<ProofDatabase, 'close'>, rewrite: () => Rewrite) {
  const open = async () => {
    const intercepted = interceptDatabase(database, (statement, send) =>
      rewriting(rewrite())(statement, send),
    );
    const subject = await openSubject(intercepted);
    const server = await subject.serve(undefined, ['acceptBooking', 'addToWallet']);
    return { subject, server };
  };
  const instances = [];
  while (instances.length < INSTANCES) instances.push(await open());
  return instances;
}

/** `servers`: so many processes; none for instances in this one. */
export async function proveStorm(
  database: Omit<ProofDatabase, 'close'>,
  say: (line: string) => void,
  { size, servers }: { size: StormSize; servers: number },
): Promise<StormReport> {
  let rewrite: Rewrite = sameText;
  const instances = await openInstances(database, () => rewrite);
  const sends = instances.map(({ server }) => sendTo(server));
  const [send] = sends;
  if (!send) throw new Error('There is no server');
  const environment = await createAccessEnvironment(database.pool, send);
  const { pool, asOwner } = database;
  const storm = await openStorm({ environment, pool, asOwner, sends });
  const planted: PlantedFault[] = [];
  const plant = async (fault: string, faulty: readonly Send[] = sends): Promise<void> => {
    const out: Tried = { tried: 0, violations: [] };
    await storm(PLANTED_SIZE, out, faulty);
    planted.push({ fault, caught: out.violations.length > 0 });
  };
  rewrite = (text) => noCompare(noBookingLock(text));
  await plant('an acceptance locks nothing and compares nothing');
  rewrite = (text) =>
    text.replace(
      /^update "drivers" set "queue" = (\$\d+)/,
      'update "drivers" set "queue" = ($1::boolean and false)',
    );
  await plant('a driver who accepts is not made busy');
  rewrite = sameText;
  await plant(
    'the winner is answered that another driver has the booking',
    sends.map((one) => denying(one, { status: 409, code: 'booking_taken' })),
  );
  await plant('no acceptance is taken', [async () => ({ status: 409, code: 'booking_taken', text: '' })]);
  await plant('a server fails instead of answering who lost', [
    async (...call) => {
      const answer = await send(...call);
      return answer.status === 409 ? { ...answer, status: 500, code: 'internal' } : answer;
    },
  ]);
  say(`${planted.length} faults planted in rounds of acceptances`);
  const processes = servers > 0 ? await startServers(servers, taskOf(database)) : null;
  const out: Tried = { tried: 0, violations: [] };
  try {
    await storm(size, out, processes?.sends ?? sends);
  } finally {
    await processes?.stop();
    for (const { server } of instances) await server.close();
  }
  say(
    `${out.tried} attempts on ${servers > 0 ? `${servers} server processes` : `${INSTANCES} servers in one process`}`,
  );
  for (const { subject } of instances)
    for (const failure of subject.takeFailures()) say(`a server logged ${failure}`);
  return { storm: out, planted, environment };
}

const taskOf = ({ connectionString: url, folder }: Omit<ProofDatabase, 'close'>) => ({ url, folder });
