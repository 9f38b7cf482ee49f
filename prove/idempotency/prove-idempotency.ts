// Proof of idempotency keys: checks planted faults first, then tries every changing route of the contract.
import type { RouteName } from '@kerb/contract';
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject, type Plant, type Subject } from '../lib/subject.ts';
import { createRowCounter, type RowCounter } from '../lib/written-rows.ts';
import { cases, changingRoutes, checkLists, withoutKey } from './cases.ts';
import { keyedSendTo } from './keyed-call.ts';
import { plantedKeyFaults } from './planted.ts';
import type { CaseContext } from './prepared-call.ts';
import { type Cut, cuts, tryCut } from './try-cuts.ts';
import { type Trial, type Tried, tryRoute } from './try-route.ts';

export interface IdempotencyTries {
  readonly routes: readonly RouteName[];
  readonly cuts: readonly Cut[];
}

const isKeyed = (name: RouteName): boolean => !(name in withoutKey);

export const allTries: IdempotencyTries = { routes: changingRoutes.filter(isKeyed), cuts };

/**
 * One route of each kind: money, a step, an upload, a sign-in, a file, the end of the session, and one that only reads.
 */
export const fewTries: IdempotencyTries = {
  routes: [
    'addToWallet',
    'createBooking',
    'acceptBooking',
    'cancelBooking',
    'setPhoto',
    'mobileSignIn',
    'exportSelectedBookings',
    'openCheckout',
    'deleteMe',
    'checkUser',
    'addPromo',
  ],
  cuts: cuts.slice(1, 2),
};

const CUT_ROUTE: RouteName = 'addToWallet';

interface Tools {
  readonly subject: Subject;
  readonly context: CaseContext;
  readonly counter: RowCounter;
}

/** Tries routes on a server with this handling of keys. */
async function tryOn(
  { subject, context, counter }: Tools,
  plant: Plant | undefined,
  names: readonly RouteName[],
): Promise<Tried> {
  const server = await subject.serve(plant, names);
  const trial: Trial = {
    context,
    counter,
    send: keyedSendTo(server),
    takeFailures: subject.takeFailures,
  };
  const out: Tried = { tried: 0, violations: [] };
  for (const name of names) await tryRoute(name, cases[name] ?? {}, trial, out);
  await server.close();
  return out;
}

async function plantFaults(tools: Tools): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, plant, route } of plantedKeyFaults) {
    const { violations } = await tryOn(tools, plant, [route]);
    planted.push({ fault, caught: violations.length > 0 });
  }
  const { addPromo: _, ...withoutAddPromo } = cases;
  planted.push({ fault: 'a new changing route', caught: checkLists(withoutAddPromo).length > 0 });
  return planted;
}

export async function proveIdempotency(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  tries: IdempotencyTries = allTries,
): Promise<ProofReport> {
  const subject = await openSubject(database);
  // Prepares the calls, without keys.
  const server = await subject.serve();
  const send = sendTo(server);
  const environment = await createAccessEnvironment(database.pool, send);
  const counter = await createRowCounter(database.asOwner);
  const tools: Tools = { subject, counter, context: { environment, pool: database.pool, send } };
  const planted = await plantFaults(tools);
  log(`${planted.length} faults planted`);
  const out = await tryOn(tools, undefined, tries.routes);
  log(
    `${tries.routes.length} routes, each called ten times at once, with another request and by another user`,
  );
  const trial: Trial = {
    context: tools.context,
    counter,
    send: keyedSendTo(server),
    takeFailures: subject.takeFailures,
  };
  const place = { url: database.connectionString, folder: database.folder };
  for (const cut of tries.cuts) await tryCut(cut, CUT_ROUTE, trial, { ...place, out });
  log(`${tries.cuts.length} processes killed during a call`);
  await server.close();
  return {
    tried: out.tried,
    violations: [...checkLists(cases), ...out.violations],
    planted,
    more: { routes: tries.routes.length, withoutKey: Object.keys(withoutKey).length },
  };
}
