// Types and helpers of a case: callers, their objects, and calls without a key that prepare the tried call.
import type { RouteDefinition, RouteName } from '@kerb/contract';
import { routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import type pg from 'pg';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Caller, Input, Send } from '../../apps/server/src/testing/send-to.ts';
import type { Policy } from '../authz/policy.ts';
import { usertypes } from '../authz/policy.ts';
import { inputsByRole, routeInputs } from '../authz/route-inputs.ts';
import { routePolicies } from '../authz/route-policies.ts';

/** A call that takes effect. Each has its own new users and objects, so that the same case can be tried again. */
export interface PreparedCall {
  readonly caller: Caller;
  readonly input: Input;
  /** Other bodies, each a different request; derived from the body when omitted. */
  readonly others?: readonly Input[];
  /** Another user who may make the same call; a new user of the same role when omitted. */
  readonly second?: Caller;
}

export interface CaseContext {
  readonly environment: AccessEnvironment;
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Sends a call without a key. */
  readonly send: Send;
}

export type Prepare = (context: CaseContext) => Promise<PreparedCall>;

export interface Case {
  /** Omitted: the usual call of the route. */
  readonly prepare?: Prepare;
  /** Reason why the call writes nothing. */
  readonly readsOnly?: string;
  /** Reason why no response is stored, so that another request may use the same key. */
  readonly streams?: string;
  /** Reason why the call runs again when its response was lost. */
  readonly repeats?: string;
  /** Reason why a repeat gets not_logged_in: the call ends its own session. */
  readonly endsSession?: string;
  /** Reason why no call can take effect here. */
  readonly refused?: string;
}

export const visitor: Caller = { role: 'visitor', uid: '', headers: {} };

/** The first role that may call by the authorisation policy, with an object within its reach. */
async function callerAndObject(
  { environment }: CaseContext,
  policy: Policy,
  preferred: Usertype,
): Promise<{ caller: Caller; id: string | null }> {
  switch (policy.rule) {
    case 'anyone':
    case 'closed':
      return { caller: visitor, id: null };
    case 'roles': {
      const role = policy.roles.find((one) => one === preferred) ?? policy.roles[0] ?? 'admin';
      return { caller: await environment.person(role), id: null };
    }
    case 'object': {
      const role = usertypes.find((one) => policy.reaches[one] !== undefined) ?? 'admin';
      const caller = await environment.person(role);
      const own = await environment.own(policy.object, caller);
      const [foreign] = own === null ? await environment.foreign(policy.object) : [];
      return { caller, id: own ?? foreign?.[1] ?? null };
    }
    case 'key':
    case 'list':
      throw new Error('Routes for keys and lists change nothing');
  }
}

/**
 * A call by the policy and the input of the authorisation proof; for a route that any of several roles may call, as the
 * preferred role if it may.
 */
export const usual =
  (name: RouteName, changes: Input = {}, preferred: Usertype = 'admin'): Prepare =>
  async (context) => {
    const policy = routePolicies[name];
    const { caller, id } = await callerAndObject(context, policy, preferred);
    const given = {
      ...routeInputs(context.environment.carType)[name],
      ...inputsByRole[name]?.[caller.role],
    };
    const input = { ...given, ...changes };
    const params = { ...(id === null ? {} : { id }), ...input.params };
    return { caller, input: { ...input, params } };
  };

const otherLeaf = (value: unknown): unknown[] => {
  switch (typeof value) {
    case 'boolean':
      return [!value];
    case 'number':
      return [value + 1, Math.max(1, value - 1)];
    case 'string':
      return [`${value} 2`, '00000000-0000-4000-8000-000000000000', `${value.slice(0, -1)}7`];
    default:
      return [];
  }
};

/** Bodies that each differ from this one in one field. */
function otherBodies(body: object): object[] {
  return Object.entries(body).flatMap(([field, value]) => {
    const values =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? otherBodies(value)
        : otherLeaf(value);
    return values.map((other) => ({ ...body, [field]: other }));
  });
}

/** Requests to try with a used key: another body, another picture, or another address for a route without either. */
export function othersOf(name: RouteName, { input, others }: PreparedCall): readonly Input[] {
  if (others) return others;
  const route: RouteDefinition = routes[name];
  if (route.upload) return [{ ...input, file: Buffer.from('another picture') }];
  const bodies = otherBodies(input.body ?? {}).map((body) => ({ ...input, body }));
  return bodies.length > 0 ? bodies : [{ ...input, query: { ...input.query, another: 'request' } }];
}
