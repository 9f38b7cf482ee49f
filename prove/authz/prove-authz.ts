// The proof of authority: planted holes are found first, then every route and topic of the real server is tried.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { Policy } from './policy.ts';
import { routePolicies, topicPolicies } from './route-policies.ts';
import { type Send, sendTo, type Tried, tryRoutes } from './try-routes.ts';
import { tryTopics } from './try-topics.ts';
import { createWorld, type World } from './world.ts';

export interface AuthzSubject {
  readonly server: Pick<FastifyInstance, 'inject'>;
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Where the same server listens. */
  readonly origin: string;
}

async function plant(fault: string, find: () => Promise<Tried>): Promise<PlantedFault> {
  const { violations } = await find();
  return { fault, caught: violations.length > 0 };
}

/** A server that forgot to ask who calls: it answers everybody as it answers an admin. */
async function forgetful(world: World, send: Send): Promise<Send> {
  const admin = await world.person('admin');
  return (name, input) => send(name, input, admin);
}

async function plantFaults(world: World, send: Send): Promise<PlantedFault[]> {
  const { getUser: _, ...withoutGetUser } = routePolicies;
  const careless = await forgetful(world, send);
  const tooWide: Policy = { rule: 'object', object: 'booking', reaches: { rider: 'all' } };
  const tooNarrow: Policy = { rule: 'roles', roles: ['admin'], operator: false };
  return [
    await plant('a route without a policy', () => tryRoutes(withoutGetUser, world, send, ['getUser'])),
    await plant('a route that does not ask who calls', () =>
      tryRoutes(routePolicies, world, careless, ['getUserAudit']),
    ),
    await plant('an object of somebody else is shown', () =>
      tryRoutes(routePolicies, world, careless, ['getBooking']),
    ),
    await plant('a list shows what is others’', () =>
      tryRoutes(routePolicies, world, careless, ['listBookings']),
    ),
    await plant('a policy that lets in more than the server', () =>
      tryRoutes({ getBooking: tooWide }, world, send, ['getBooking']),
    ),
    await plant('a policy that lets in fewer than the server', () =>
      tryRoutes({ getMe: tooNarrow }, world, send, ['getMe']),
    ),
  ];
}

export async function proveAuthz(subject: AuthzSubject, say: (line: string) => void): Promise<ProofReport> {
  const send = sendTo(subject.server);
  const world = await createWorld(subject.pool, send);
  const planted = await plantFaults(world, send);
  say(`${planted.length} faults planted`);
  const byRoutes = await tryRoutes(routePolicies, world, send);
  say(`${byRoutes.tried} cells of route × role × object`);
  const byTopics = await tryTopics(topicPolicies, world, subject.origin);
  say(`${byTopics.tried} cells of live topic × role × object`);
  return {
    tried: byRoutes.tried + byTopics.tried,
    violations: [...byRoutes.violations, ...byTopics.violations],
    planted,
    more: { routes: Object.keys(routePolicies).length, topics: Object.keys(topicPolicies).length },
  };
}
