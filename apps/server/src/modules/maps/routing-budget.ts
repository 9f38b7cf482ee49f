// Limits how much of the routing engine a caller may use, by the cost of the calls instead of their number: an amount a
// minute, of which only a part may be used at once.
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../kit/http/actor.ts';
import { addressKey } from '../../kit/http/address-key.ts';
import { createBurstAllowance } from '../../kit/http/allowance.ts';

/** The caller and the request. */
export interface RoutingCall {
  readonly actor: Actor | null;
  readonly request: Pick<FastifyRequest, 'ip' | 'isOperator'>;
}

export interface RoutingBudget {
  /** Admits directions with this number of stops in between; throws `must_login` above a visitor's limit. */
  admitDirections(call: RoutingCall, waypoints: number): void;
  /** Admits a matrix; throws `invalid_input` above the pairs of the caller's role, `must_login` above a visitor's. */
  admitMatrix(call: RoutingCall, starts: number, dests: number): void;
  /** Admits the search for the street nearest to a point. */
  admitReverse(call: RoutingCall): void;
}

/** Units per minute; one unit is about 1 ms of one core, as measured on Montevideo. */
export interface RoutingLimits {
  readonly person: number;
  /** Admins, fleet admins and the operator's programs. */
  readonly staff: number;
  /** Shared by all callers of one IP address. */
  readonly address: number;
  /** Shared by the callers of one IP address who are not signed in. */
  readonly visitors: number;
  /** Number of stops between pickup and drop-off that the form on the landing page may route for a visitor. */
  readonly visitorWaypoints: number;
  readonly pairs: number;
  /** Pairs of a matrix that a visitor may request. */
  readonly visitorPairs: number;
  readonly staffPairs: number;
}

export const defaultRoutingLimits: RoutingLimits = {
  person: 6_000,
  staff: 30_000,
  address: 60_000,
  visitors: 2_000,
  visitorWaypoints: 5,
  pairs: 100,
  visitorPairs: 25,
  staffPairs: 2_500,
};

/**
 * All users of a demonstration call from one machine, so their budgets are multiplied; the limits on one call are not.
 */
export function scaleRoutingLimits(limits: RoutingLimits, scale: number): RoutingLimits {
  return {
    ...limits,
    person: limits.person * scale,
    staff: limits.staff * scale,
    address: limits.address * scale,
    visitors: limits.visitors * scale,
  };
}

/**
 * Share of the amount per minute that a caller may use at once, so that the first seconds of a flood do not slow down the
 * routes of others. It still admits eight estimates through twenty stops in a row.
 */
const BURST_SHARE = 0.25;
const LEG_COST = 8;
const PAIR_COST = 1;
const REVERSE_COST = 2;

const isStaff = ({ actor, request }: RoutingCall): boolean =>
  actor === null ? request.isOperator : actor.usertype === 'admin' || actor.usertype === 'fleetadmin';

const isVisitor = ({ actor, request }: RoutingCall): boolean => actor === null && !request.isOperator;

/** Key by which the routing engine's queue takes turns: the uid, or the IP address of a visitor. */
export const callerOf = ({ actor, request }: RoutingCall): string => actor?.uid ?? addressKey(request.ip);

/** `now` returns ms. */
export function createRoutingBudget(
  limits: RoutingLimits = defaultRoutingLimits,
  now?: () => number,
): RoutingBudget {
  const allowanceOf = (perMinute: number) =>
    createBurstAllowance({ burst: perMinute * BURST_SHARE, perMinute }, now);
  const person = allowanceOf(limits.person);
  const staff = allowanceOf(limits.staff);
  const address = allowanceOf(limits.address);
  const visitors = allowanceOf(limits.visitors);

  /** Calls are charged to the caller and to their IP address; a call that the address may not make costs nothing. */
  function spend(call: RoutingCall, cost: number): void {
    const key = callerOf(call);
    const own = isVisitor(call) ? visitors : isStaff(call) ? staff : person;
    own.spend(key, cost);
    try {
      address.spend(addressKey(call.request.ip), cost);
    } catch (error) {
      own.refund(key, cost);
      throw error;
    }
  }

  return {
    admitDirections(call, waypoints) {
      if (isVisitor(call) && waypoints > limits.visitorWaypoints)
        throw new DomainError(
          'must_login',
          `A route has at most ${limits.visitorWaypoints} stops without a session`,
        );
      spend(call, (waypoints + 1) * LEG_COST);
    },
    admitMatrix(call, starts, dests) {
      const most = isStaff(call) ? limits.staffPairs : limits.pairs;
      if (starts * dests > most)
        throw new DomainError('invalid_input', `A matrix has at most ${most} pairs of start and destination`);
      if (isVisitor(call) && starts * dests > limits.visitorPairs)
        throw new DomainError(
          'must_login',
          `A matrix has at most ${limits.visitorPairs} pairs without a session`,
        );
      spend(call, starts * dests * PAIR_COST);
    },
    admitReverse: (call) => spend(call, REVERSE_COST),
  };
}
