// Calls every route and subscribes to every topic with sessions whose second factor is pending: only the set-up routes
// may answer.
import { randomUUID } from 'node:crypto';
import {
  keyScopeOf,
  liveObjectTopicNames,
  type RouteDefinition,
  type RouteName,
  routes,
} from '@kerb/contract';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Send } from '../../apps/server/src/testing/send-to.ts';
import { routeInputs } from './route-inputs.ts';
import type { Tried } from './try-routes.ts';
import { canSubscribe, topicNames } from './try-topics.ts';

const pendingRoles = ['admin', 'fleetadmin'] as const;
const REFUSED = 'second_factor_setup_required';
/** Topics without an access rule. */
const publicTopics: readonly string[] = ['catalog'];

export interface PendingTries {
  readonly routes: readonly RouteName[];
  readonly topics: readonly string[];
}

const everything: PendingTries = {
  routes: Object.keys(routes).filter((name): name is RouteName => name in routes),
  topics: topicNames,
};

/**
 * Switches the operator's setting on and leaves it on, so nothing else can be tried on the server afterwards. Routes
 * open to anyone treat a pending session like no session: they must neither fail nor return its user.
 */
export async function tryPending(
  environment: AccessEnvironment,
  send: Send,
  { origin, tries = everything }: { origin: string; tries?: PendingTries },
): Promise<Tried> {
  const out: Tried = { tried: 0, violations: [] };
  // A server without a city stores the settings but fails to return them; the calls below show whether they took
  // effect.
  await send('editSettings', { body: { adminSecondFactor: true } }, await environment.person('admin'));
  for (const role of pendingRoles) {
    const caller = await environment.person(role);
    for (const name of tries.routes) {
      const route: RouteDefinition = routes[name];
      // Skipped, because it would end the session that the next route is called with.
      if (name === 'signOut') continue;
      const input = routeInputs(environment.carType)[name] ?? {};
      const params = { id: randomUUID(), ...input.params };
      const answer = await send(name, { ...input, params }, caller);
      out.tried += 1;
      const isOpen =
        route.pendingSession !== undefined || route.access === 'anyone' || keyScopeOf(route.access) !== null;
      const mustRefuse = !isOpen || route.pendingSession === 'proof';
      if ((answer.code === REFUSED) !== mustRefuse || answer.status === 500)
        out.violations.push(`${name}, ${role} without a second factor: ${answer.status} ${answer.code}`);
    }
    for (const prefix of tries.topics) {
      const hasId = liveObjectTopicNames.some((name) => name === prefix);
      const isSubscribed = await canSubscribe(origin, hasId ? `${prefix}:${randomUUID()}` : prefix, caller);
      out.tried += 1;
      if (isSubscribed !== publicTopics.includes(prefix))
        out.violations.push(
          `topic ${prefix}, ${role} without a second factor: ${isSubscribed ? '' : 'not '}subscribed`,
        );
    }
  }
  return out;
}
