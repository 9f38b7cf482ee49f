// Calls every route with changed inputs, as every role that may call it.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { type Policy, usertypes } from '../authz/policy.ts';
import { inputsByRole, routeInputs } from '../authz/route-inputs.ts';
import { routePolicies } from '../authz/route-policies.ts';
import { applyChanges, type Change, type Draw, drawChanges, type FuzzInput } from './change-input.ts';
import { fewestChanges } from './fewest-changes.ts';
import { type FuzzAnswer, faultOf, type TakeFailures } from './judge-answer.ts';

/** Sends one call; a planted fault replaces it. Rejects when the server does not respond. */
export type FuzzSend = (name: RouteName, input: FuzzInput, caller: Caller) => Promise<FuzzAnswer>;

/** Callers whom the policy allows, so that calls get past the access checks. */
export async function callersOf(
  policy: Policy | undefined,
  environment: AccessEnvironment,
): Promise<Caller[]> {
  const roles = (() => {
    if (policy === undefined || policy.rule === 'closed') return [];
    if (policy.rule === 'roles') return policy.roles;
    if (policy.rule === 'object' || policy.rule === 'list')
      return usertypes.filter((role) => policy.reaches[role]);
    return usertypes.slice(0, 1);
  })();
  if (policy?.rule === 'key') return [await environment.partner([policy.scope])];
  return Promise.all(roles.map((role) => environment.person(role)));
}

export async function inputOf(
  name: RouteName,
  policy: Policy | undefined,
  caller: Caller,
  environment: AccessEnvironment,
): Promise<FuzzInput> {
  const input = { ...routeInputs(environment.carType)[name], ...inputsByRole[name]?.[caller.role] };
  const own = policy?.rule === 'object' ? await environment.own(policy.object, caller) : null;
  const params = own === null ? input.params : { ...input.params, id: own };
  return { params: params ?? {}, query: input.query ?? {}, body: input.body };
}

const described = ({ path, value }: Change): string =>
  `${path.join('.')} = ${value === undefined ? 'left out' : (JSON.stringify(value)?.slice(0, 80) ?? String(value))}`;

export interface Fuzzed {
  tried: number;
  violations: string[];
}

export interface FuzzRound {
  send: FuzzSend;
  takeFailures: TakeFailures;
  environment: AccessEnvironment;
  draw: Draw;
  /** Number of calls of each route. */
  calls: number;
  names: readonly RouteName[];
  /** Stops after this number of violations. */
  most: number;
}

export async function fuzzRoutes({
  send,
  takeFailures,
  environment,
  draw,
  calls,
  names,
  most,
}: FuzzRound): Promise<Fuzzed> {
  const out: Fuzzed = { tried: 0, violations: [] };
  const seen = new Set<string>();

  /** Reports a violation with the fewest changes that still cause it. */
  async function report(
    name: RouteName,
    caller: Caller,
    input: FuzzInput,
    changes: readonly Change[],
    fault: string,
  ) {
    const key = `${name} ${fault.slice(0, 60)}`;
    if (seen.has(key)) return;
    seen.add(key);
    const fewest = await fewestChanges(changes, async (some) => {
      const again = await faultOf(() => send(name, applyChanges(input, some), caller), takeFailures);
      return again !== null;
    });
    out.violations.push(`${name}, ${caller.role}, ${fewest.map(described).join('; ')}: ${fault}`);
  }

  for (const name of names) {
    const route: RouteDefinition = routes[name];
    const policy = routePolicies[name];
    const callers = await callersOf(policy, environment);
    for (const caller of callers) {
      const input = await inputOf(name, policy, caller, environment).catch((error: unknown) => {
        out.violations.push(`${name}, ${caller.role}: its object cannot be made: ${String(error)}`);
        return null;
      });
      if (input === null) continue;
      for (let call = 0; call < Math.ceil(calls / callers.length); call += 1) {
        const changes = drawChanges(draw, route, input);
        const changed = applyChanges(input, changes);
        const fault = await faultOf(() => send(name, changed, caller), takeFailures);
        out.tried += 1;
        if (fault !== null) await report(name, caller, input, changes, fault);
        if (out.violations.length >= most) return out;
      }
    }
  }
  return out;
}

const holds = (input: FuzzInput, text: string): boolean => JSON.stringify(input).includes(text);

/** Planted faults that replace responses, each on routes that unusual values reach. */
export const routeFaults: readonly { fault: string; plant: (send: FuzzSend) => FuzzSend }[] = [
  {
    fault: 'a text that the database refuses fails',
    plant: (send) => (name, input, caller) =>
      holds(input, '\\u0000')
        ? Promise.resolve({ status: 500, text: '{"code":"internal_error"}' })
        : send(name, input, caller),
  },
  {
    fault: 'a refusal shows the stack',
    plant: (send) => async (name, input, caller) => {
      const answer = await send(name, input, caller);
      return answer.status === 400
        ? { ...answer, text: `${answer.text}\n    at parse (/kerb/apps/server/src/app.ts:12:7)` }
        : answer;
    },
  },
  {
    fault: 'a refusal shows the statement',
    plant: (send) => async (name, input, caller) => {
      const answer = await send(name, input, caller);
      return answer.status === 400 ? { ...answer, text: 'select uid from users where' } : answer;
    },
  },
  {
    fault: 'a refusal shows the constraint of a table',
    plant: (send) => async (name, input, caller) => {
      const answer = await send(name, input, caller);
      return answer.status === 400
        ? { ...answer, text: 'new row violates check constraint "users_email"' }
        : answer;
    },
  },
  {
    fault: 'a deep array ends the connection',
    plant: (send) => (name, input, caller) =>
      holds(input, '[[[[[[[[') ? Promise.reject(new Error('socket hang up')) : send(name, input, caller),
  },
  {
    fault: 'a gateway error without a code',
    plant: (send) => (name, input, caller) =>
      holds(input, '1e+21') ? Promise.resolve({ status: 502, text: '' }) : send(name, input, caller),
  },
];
