// Calls every route with every kind of caller and with own, foreign and missing objects, and compares each response
// with its policy line.
import { randomUUID } from 'node:crypto';
import { type KeyScope, keyScope, type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import {
  type AccessEnvironment,
  type ObjectKind,
  operatorCredentials,
} from '../../apps/server/src/testing/access-environment.ts';
import type { Answer, Caller, Input, Send } from '../../apps/server/src/testing/send-to.ts';
import { type Policy, type Reaches, usertypes } from './policy.ts';
import { inputsByRole, routeInputs } from './route-inputs.ts';

export type RoutePolicies = Readonly<Partial<Record<string, Policy>>>;

export interface Tried {
  tried: number;
  violations: string[];
}

const visitor: Caller = { role: 'visitor', uid: '', headers: {} };
const operator: Caller = {
  role: 'operator',
  uid: '',
  headers: { authorization: `Basic ${Buffer.from(operatorCredentials).toString('base64')}` },
};

/** Error codes for callers who may not call the route. */
export const deniedCodes: ReadonlySet<string> = new Set([
  'not_logged_in',
  'must_login',
  'forbidden',
  'user_issue_contact_admin',
  'bad_origin',
  'key_invalid',
  'key_scope',
]);
/** The route's error code for a missing object; in a readable chat, the missing object may be a picture. */
export const missingCode = (name: RouteName): string => {
  const { errors = [] }: RouteDefinition = routes[name];
  return errors.includes('chat_not_found') ? 'chat_not_found' : 'not_found';
};
/** Whether the caller was rejected. A missing object and a foreign one return the same error. */
const isRefusal = (name: RouteName, { code, status }: Answer, objectsCount: boolean): boolean =>
  deniedCodes.has(code) || (objectsCount && status === 404 && code === missingCode(name));

const summary = (answer: Answer): string => `${answer.status} ${answer.code}`.trim();

/** Runs all calls of one route. */
async function tryRoute(
  name: RouteName,
  policy: Policy,
  environment: AccessEnvironment,
  send: Send,
  out: Tried,
): Promise<void> {
  const input = routeInputs(environment.carType)[name] ?? {};
  const withId = (id: string): Input => ({ ...input, params: { ...input.params, id } });

  async function expect(may: boolean, caller: Caller, about: string, given = input): Promise<Answer> {
    const answer = await send(name, { ...given, ...inputsByRole[name]?.[caller.role] }, caller);
    out.tried += 1;
    const saw = `${name}, ${caller.role}, ${about}: ${summary(answer)}`;
    if (answer.code === 'invalid_input') out.violations.push(`${saw}: the proof's own input is not valid`);
    else if (answer.status === 500) out.violations.push(`${saw}: the server failed`);
    else if (isRefusal(name, answer, policy.rule === 'object' || policy.rule === 'closed') === may)
      out.violations.push(
        `${saw}: ${may ? 'refused, though the policy lets them' : 'let in, though the policy does not'}`,
      );
    return answer;
  }

  /** Checks that an object out of the caller's reach returns the same error as a missing one. */
  async function expectSameAsMissing(caller: Caller, about: string, foreign: Answer): Promise<void> {
    const missing = await expect(false, caller, 'missing', withId(randomUUID()));
    if (summary(missing) !== summary(foreign))
      out.violations.push(
        `${name}, ${caller.role}: ${about} (${summary(foreign)}) and missing (${summary(missing)}) differ`,
      );
  }

  async function tryObject(kind: ObjectKind, reaches: Reaches): Promise<void> {
    for (const role of usertypes) {
      const reach = reaches[role];
      const owner = await environment.person(role);
      const own = await environment.own(kind, owner);
      if (own !== null) await expect(reach !== undefined, owner, 'own', withId(own));
      const stranger = await environment.person(role);
      for (const [about, id] of await environment.foreign(kind)) {
        const foreign = await expect(reach === 'all', stranger, about, withId(id));
        if (reach !== 'all') await expectSameAsMissing(stranger, about, foreign);
      }
      if (reach === 'all') continue;
      for (const [about, id] of await environment.outOfReach(kind))
        await expectSameAsMissing(stranger, about, await expect(false, stranger, about, withId(id)));
    }
    for (const caller of [visitor, operator])
      for (const [about, id] of await environment.foreign(kind))
        await expect(false, caller, about, withId(id));
  }

  async function tryKeys(scope: KeyScope): Promise<void> {
    for (const role of usertypes) await expect(false, await environment.person(role), 'call');
    for (const caller of [visitor, operator]) await expect(false, caller, 'call');
    for (const other of keyScope.options)
      await expect(other === scope, await environment.partner([other]), `a key for ${other}`);
    await expect(false, await environment.partner([scope], { revoked: true }), 'a revoked key');
  }

  async function tryList(kind: ObjectKind, reaches: Reaches): Promise<void> {
    for (const role of usertypes) {
      const reach = reaches[role];
      const caller = await environment.person(role);
      const own = await environment.own(kind, caller);
      const foreign = await environment.foreign(kind);
      const { text } = await expect(reach !== undefined, caller, 'the list');
      if (reach === undefined) continue;
      if (own !== null && !text.includes(own))
        out.violations.push(`${name}, ${role}: own is not in the list`);
      for (const [about, id] of foreign)
        if (text.includes(id) !== (reach === 'all'))
          out.violations.push(`${name}, ${role}: ${about} is ${reach === 'all' ? 'not ' : ''}in the list`);
    }
    for (const caller of [visitor, operator]) await expect(false, caller, 'the list');
  }

  switch (policy.rule) {
    case 'anyone':
    case 'closed':
      for (const role of usertypes)
        await expect(policy.rule === 'anyone', await environment.person(role), 'call');
      await expect(policy.rule === 'anyone', visitor, 'call');
      return;
    case 'roles':
      for (const role of usertypes)
        await expect(policy.roles.includes(role), await environment.person(role), 'call');
      await expect(policy.operator, operator, 'call');
      await expect(false, visitor, 'call');
      break;
    case 'key':
      await tryKeys(policy.scope);
      break;
    case 'object':
      await tryObject(policy.object, policy.reaches);
      break;
    case 'list':
      await tryList(policy.object, policy.reaches);
      break;
  }
  for (const how of ['disabled', 'deleted', 'signed-out'] as const)
    await expect(false, await environment.outcast('admin', how), how, withId(randomUUID()));
}

/** Tries the given routes, or all routes of the contract; a route without a policy line is a violation. */
export async function tryRoutes(
  policies: RoutePolicies,
  environment: AccessEnvironment,
  send: Send,
  names: readonly RouteName[] = Object.keys(routes).filter((name): name is RouteName => name in routes),
): Promise<Tried> {
  const out: Tried = { tried: 0, violations: [] };
  for (const name of names) {
    const policy = policies[name];
    if (policy === undefined) out.violations.push(`${name}: no policy says who may call it`);
    else await tryRoute(name, policy, environment, send, out);
  }
  return out;
}
