// Uses sessions and objects of one city at another city of the same installation, where all of them must be unknown.
import { randomUUID } from 'node:crypto';
import { keyScopeOf, type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Answer, Send } from '../../apps/server/src/testing/send-to.ts';
import { usertypes } from './policy.ts';
import { routeInputs } from './route-inputs.ts';
import { routePolicies } from './route-policies.ts';
import { deniedCodes, missingCode, type Tried } from './try-routes.ts';
import { canSubscribe, topicNames } from './try-topics.ts';

/** A city: its address for clients, and its database. */
export interface City {
  readonly environment: AccessEnvironment;
  readonly send: Send;
  readonly origin: string;
}

/** Topics that everyone may subscribe to. */
const publicTopics: readonly string[] = ['catalog'];

interface CityTries {
  readonly routes: readonly RouteName[];
  readonly topics: readonly string[];
}

const everything: CityTries = {
  routes: Object.keys(routes).filter((name): name is RouteName => name in routes),
  topics: topicNames.filter((name) => !publicTopics.includes(name)),
};

const needsSession = (name: RouteName): boolean => {
  const { access }: RouteDefinition = routes[name];
  return access !== 'anyone' && keyScopeOf(access) === null && routePolicies[name].rule !== 'closed';
};

const isRefused = ({ code }: Answer): boolean => deniedCodes.has(code);

/** Uses every session of the home city at every route of the other city that requires a session. */
async function trySessions(home: City, other: City, names: CityTries['routes'], out: Tried): Promise<void> {
  for (const role of usertypes) {
    const caller = await home.environment.person(role);
    for (const name of names.filter(needsSession)) {
      const input = routeInputs(other.environment.carType)[name] ?? {};
      const answer = await other.send(
        name,
        { ...input, params: { id: randomUUID(), ...input.params } },
        caller,
      );
      out.tried += 1;
      if (!isRefused(answer))
        out.violations.push(
          `${name}, ${role} with a session of another city: ${answer.status} ${answer.code}`,
        );
    }
  }
}

/** Requests every object of the home city at the other city, as the admin who reaches everything there. */
async function tryObjects(home: City, other: City, names: CityTries['routes'], out: Tried): Promise<void> {
  const admin = await other.environment.person('admin');
  for (const name of names) {
    const policy = routePolicies[name];
    if (policy.rule !== 'object' || policy.reaches.admin !== 'all') continue;
    const input = routeInputs(other.environment.carType)[name] ?? {};
    for (const [about, id] of await home.environment.foreign(policy.object)) {
      const answer = await other.send(name, { ...input, params: { ...input.params, id } }, admin);
      out.tried += 1;
      if (answer.code !== missingCode(name))
        out.violations.push(`${name}, ${about} of another city: ${answer.status} ${answer.code}`);
    }
  }
}

async function tryTopicsOf(home: City, other: City, topics: CityTries['topics'], out: Tried): Promise<void> {
  for (const role of usertypes) {
    const caller = await home.environment.person(role);
    for (const topic of topics) {
      out.tried += 1;
      for (const named of [topic, `${topic}:${caller.uid}`])
        if (await canSubscribe(other.origin, named, caller))
          out.violations.push(`topic ${named}, ${role} with a session of another city: subscribed`);
    }
  }
}

export async function tryCities(home: City, other: City, tries: CityTries = everything): Promise<Tried> {
  const out: Tried = { tried: 0, violations: [] };
  await trySessions(home, other, tries.routes, out);
  await tryObjects(home, other, tries.routes, out);
  await tryTopicsOf(home, other, tries.topics, out);
  return out;
}
