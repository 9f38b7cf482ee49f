// Authorisation proof: checks that planted faults are found, then tries every route and topic of the real server.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendOver, sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { forKeys, type Policy } from './policy.ts';
import { routePolicies, topicPolicies } from './route-policies.ts';
import { type City, tryCities } from './try-cities.ts';
import { tryPending } from './try-pending.ts';
import { type Tried, tryRoutes } from './try-routes.ts';
import { tryTopics } from './try-topics.ts';

export interface AuthzSubject {
  readonly server: Pick<FastifyInstance, 'inject'>;
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Address at which the same server listens. */
  readonly origin: string;
  /** Another city of the installation; its calls go through the first city's port. */
  readonly second: { readonly pool: Pick<pg.Pool, 'query'>; readonly origin: string };
}

async function plant(fault: string, find: () => Promise<Tried>): Promise<PlantedFault> {
  const { violations } = await find();
  return { fault, caught: violations.length > 0 };
}

/** Planted fault: a server without access checks, which answers every caller as it answers an admin. */
async function withoutAccessChecks(environment: AccessEnvironment, send: Send): Promise<Send> {
  const admin = await environment.person('admin');
  return (name, input) => send(name, input, admin);
}

/** Planted fault: the operator's setting has no effect, so no session must prove a second factor. */
function withoutSecondFactor(send: Send): Send {
  return (name, input, caller) => send(name === 'editSettings' ? 'getSession' : name, input, caller);
}

async function plantFaults(
  environment: AccessEnvironment,
  send: Send,
  origin: string,
): Promise<PlantedFault[]> {
  const { getUser: _, ...withoutGetUser } = routePolicies;
  const unchecked = await withoutAccessChecks(environment, send);
  const tooWide: Policy = { rule: 'object', object: 'booking', reaches: { rider: 'all' } };
  const tooNarrow: Policy = { rule: 'roles', roles: ['admin'], operator: false };
  return [
    await plant('a route without a policy', () => tryRoutes(withoutGetUser, environment, send, ['getUser'])),
    await plant('a route that does not ask who calls', () =>
      tryRoutes(routePolicies, environment, unchecked, ['getUserAudit']),
    ),
    await plant('an object of another user is shown', () =>
      tryRoutes(routePolicies, environment, unchecked, ['getBooking']),
    ),
    await plant('a list shows what is others’', () =>
      tryRoutes(routePolicies, environment, unchecked, ['listBookings']),
    ),
    await plant('a policy that lets in more than the server', () =>
      tryRoutes({ getBooking: tooWide }, environment, send, ['getBooking']),
    ),
    await plant('a policy that lets in fewer than the server', () =>
      tryRoutes({ getMe: tooNarrow }, environment, send, ['getMe']),
    ),
    await plant('a key that opens more than its scope', () =>
      tryRoutes({ getMdsTrips: forKeys('mds.vehicles') }, environment, send, ['getMdsTrips']),
    ),
    await plant('a route that answers a session without its second factor', () =>
      tryPending(environment, withoutSecondFactor(send), {
        origin,
        tries: { routes: ['listUsers'], topics: [] },
      }),
    ),
    await plant('a topic delivered to a session without its second factor', () =>
      tryPending(environment, withoutSecondFactor(send), {
        origin,
        tries: { routes: [], topics: ['me'] },
      }),
    ),
  ];
}

/** Planted faults in the separation of two cities. */
async function plantInCities(home: City, other: City): Promise<PlantedFault[]> {
  const admin = await home.environment.person('admin');
  return [
    await plant('a server that answers every host for the first city', () =>
      tryCities(home, { ...other, send: home.send }, { routes: ['getMe'], topics: [] }),
    ),
    await plant('a server whose sockets are all for the first city', () =>
      tryCities(home, { ...other, origin: home.origin }, { routes: [], topics: ['me'] }),
    ),
    await plant('the ids of one city lead to its objects from another', () =>
      tryCities(
        home,
        { ...other, send: (name, input) => home.send(name, input, admin) },
        { routes: ['getBooking'], topics: [] },
      ),
    ),
  ];
}

export async function proveAuthz(subject: AuthzSubject, log: (line: string) => void): Promise<ProofReport> {
  const send = sendTo(subject.server);
  const environment = await createAccessEnvironment(subject.pool, send);
  const home: City = { environment, send: sendOver(subject.origin), origin: subject.origin };
  const sendToSecond = sendOver(subject.second.origin);
  const other: City = {
    environment: await createAccessEnvironment(subject.second.pool, sendToSecond),
    send: sendToSecond,
    origin: subject.second.origin,
  };
  const planted = [
    ...(await plantFaults(environment, send, subject.origin)),
    ...(await plantInCities(home, other)),
  ];
  log(`${planted.length} faults planted`);
  const byRoutes = await tryRoutes(routePolicies, environment, send);
  log(`${byRoutes.tried} cells of route × role × object`);
  const byCities = await tryCities(home, other);
  log(`${byCities.tried} cells of sessions and objects of another city`);
  const byTopics = await tryTopics(topicPolicies, environment, subject.origin);
  log(`${byTopics.tried} cells of live topic × role × object`);
  const byPending = await tryPending(environment, send, { origin: subject.origin });
  log(`${byPending.tried} cells of sessions that wait for their second factor`);
  return {
    tried: byRoutes.tried + byTopics.tried + byCities.tried + byPending.tried,
    violations: [
      ...byRoutes.violations,
      ...byTopics.violations,
      ...byCities.violations,
      ...byPending.violations,
    ],
    planted,
    more: { routes: Object.keys(routePolicies).length, topics: Object.keys(topicPolicies).length },
  };
}
