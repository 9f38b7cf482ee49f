// Identifies callers and limits their calls: by address before the session is looked up, by user after it.
import type { SharedCounts } from '../../ports/shared-counts.ts';
import { createTurns } from '../take-turns.ts';
import type { Actor, Partner, ResolveKey, ResolveSession } from './actor.ts';
import { addressKey } from './address-key.ts';
import {
  createAllowance,
  createSharedAllowance,
  type SharedAllowance,
  TooManyRequests,
} from './allowance.ts';
import { createKnownTokens } from './known-tokens.ts';

export interface CallLimits {
  /** Calls per minute of one user, and of one address without a session. */
  readonly callsPerMinute: number;
  /** Factor for all limits. */
  readonly scale: number;
  /** Counts shared by all servers; when left out, each server counts for itself. */
  readonly shared?: SharedCounts;
}

/** The rate limit of a single route; the same object for every call of the route. */
export interface RouteLimit {
  /** Method and path of the route. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Each function rejects with TooManyRequests when the caller exceeds a limit. `address` is the connection's IP address. */
export interface Callers {
  /** Whether an address calls /health, /ready or /metrics more often than load balancers do. */
  exceedsProbeLimit(address: string): boolean;
  /**
   * Counts a call, independent of its outcome. With a token, also rejects it when the token's user is known to be beyond
   * their limit. It makes no database call.
   */
  admitCall(address: string, token: string | undefined): Promise<void>;
  /** Takes back that a call was counted, because an overloaded server refuses it and its caller will repeat it. */
  uncountCall(address: string): void;
  /** Counts a call without a user, or one rejected before its session is looked up. */
  admitAnonymous(address: string): Promise<void>;
  /** The user of a session token; counts a call of the user, or of the address when there is no session. */
  lookUp(address: string, token: string): Promise<Actor | null>;
  /**
   * As `lookUp`, for an opening socket: a few at a time, and null without a look-up when the client has left by the time
   * of its turn.
   */
  lookUpForSocket(address: string, token: string, isGone: () => boolean): Promise<Actor | null>;
  /** The partner of a key; counts a call of the key, or of the address when the key is invalid. */
  lookUpKey(address: string, key: string): Promise<Partner | null>;
  /** Counts a call of a route with its own limit; `caller` is the user or the key, null for a visitor. */
  admitToRoute(limit: RouteLimit, address: string, caller: string | null): Promise<void>;
  /** Resolves a session for an open socket; this is not counted as a call. */
  resolve: ResolveSession;
}

const MINUTE_MS = 60_000;
/** Calls per minute of one address to /health, /ready and /metrics that are answered without delay. */
const OPERATIONS_PER_MINUTE = 600;
/** Factor for the limit of an address, because users of one mobile network share an address. */
const PEOPLE_AT_AN_ADDRESS = 10;
/** Number of calls that a token which was not looked up before costs its address, unless it is valid. */
const UNKNOWN_TOKEN_CALLS = 10;
/**
 * Maximum number of sessions that are looked up for opening sockets at a time, by a common statement. When thousands of
 * sockets connect together, for example after another server was lost, those whose client has left are then skipped.
 */
const SOCKETS_AT_ONCE = 50;

export function createCallers(
  resolveSession: ResolveSession,
  limits: CallLimits,
  resolveKey: ResolveKey = async () => null,
): Callers {
  const tokens = createKnownTokens(resolveSession);
  const inTurn = createTurns({ atOnce: SOCKETS_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  const max = limits.callsPerMinute * limits.scale;
  const { shared = null } = limits;
  const aMinute = (name: string, calls: number) =>
    createSharedAllowance(shared, { name, max: calls, windowMs: MINUTE_MS });
  const operations = createAllowance(OPERATIONS_PER_MINUTE * limits.scale, MINUTE_MS);
  const ofAddress = aMinute('address', max * PEOPLE_AT_AN_ADDRESS);
  const anonymous = aMinute('anonymous', max);
  const ofPerson = aMinute('person', max);
  const ofKey = aMinute('key', max);
  // Scaled like the limit itself, so that the number of unknown tokens a minute is not scaled: even when many
  // simulated users call from one machine, few of their tokens are unknown.
  const tokenCost = UNKNOWN_TOKEN_CALLS * limits.scale;
  const ofRoutes = new Map<RouteLimit, SharedAllowance>();

  function allowanceOf(limit: RouteLimit): SharedAllowance {
    const known = ofRoutes.get(limit);
    if (known !== undefined) return known;
    const made = createSharedAllowance(shared, limit);
    ofRoutes.set(limit, made);
    return made;
  }

  async function resolveNew(key: string, token: string): Promise<Actor | null> {
    // Counted before the lookup, so that parallel calls cannot all pass.
    await anonymous.spend(key, tokenCost);
    const actor = await tokens.resolve(token);
    if (actor !== null) anonymous.refund(key, tokenCost);
    return actor;
  }

  async function spendOf({ uid }: Actor, token: string): Promise<void> {
    try {
      await ofPerson.spend(uid);
    } catch (error) {
      if (error instanceof TooManyRequests) tokens.refuseFor(token, error.retryAfterSecs * 1000);
      throw error;
    }
  }

  async function lookUp(address: string, token: string): Promise<Actor | null> {
    const key = addressKey(address);
    const state = tokens.stateOf(token);
    if (state === 'unknown') {
      await anonymous.spend(key);
      return null;
    }
    const actor = state === 'new' ? await resolveNew(key, token) : await tokens.resolve(token);
    if (actor !== null) await spendOf(actor, token);
    return actor;
  }

  return {
    exceedsProbeLimit(address) {
      try {
        operations.spend(addressKey(address));
        return false;
      } catch (error) {
        if (error instanceof TooManyRequests) return true;
        throw error;
      }
    },
    async admitCall(address, token) {
      await ofAddress.spend(addressKey(address));
      const refusedForMs = token === undefined ? 0 : tokens.refusedForMs(token);
      if (refusedForMs > 0) throw new TooManyRequests(Math.ceil(refusedForMs / 1000));
    },
    uncountCall: (address) => ofAddress.refund(addressKey(address), 1),
    admitAnonymous: (address) => anonymous.spend(addressKey(address)),
    lookUp,
    lookUpForSocket: (address, token, isGone) =>
      inTurn(async () => (isGone() ? null : lookUp(address, token))),
    async lookUpKey(address, key) {
      const ofCaller = addressKey(address);
      // Like sessions, counted before the lookup; refunded when the key is valid.
      await anonymous.spend(ofCaller, tokenCost);
      const partner = await resolveKey(key);
      if (partner === null) return null;
      anonymous.refund(ofCaller, tokenCost);
      await ofKey.spend(partner.id);
      return partner;
    },
    admitToRoute: (limit, address, caller) =>
      allowanceOf(limit).spend(caller === null ? `address ${addressKey(address)}` : `caller ${caller}`),
    resolve: tokens.resolve,
  };
}
