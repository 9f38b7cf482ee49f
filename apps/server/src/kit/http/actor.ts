// Types of the caller of a request, and functions that read its credentials and check its access.
import { type Access, type KeyScope, keyScopeOf, type PendingSecondFactor } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyRequest } from 'fastify';

/** Progress of a session's second factor; `provedAt` in ms since the epoch. */
export type SecondFactorState = { pending: PendingSecondFactor } | { pending: null; provedAt: number };

export interface Actor {
  uid: string;
  usertype: Usertype;
  sessionId: string;
  /** Left out when the user needs no second factor. */
  secondFactor?: SecondFactorState;
}

/** Implemented by the identity module: the user of a session token, or null. */
export type ResolveSession = (token: string) => Promise<Actor | null>;

/** A regulator or other partner of the operator, who authenticates with a key. */
export interface Partner {
  /** Id of the key. */
  readonly id: string;
  readonly scopes: readonly KeyScope[];
}

/** Implemented by the partner keys module: the partner of a key, or null. */
export type ResolveKey = (key: string) => Promise<Partner | null>;

/** Cookie name over plain http, for example during development. */
export const SESSION_COOKIE = 'kerb_session';
/**
 * Cookie name over TLS: browsers accept this prefix only from the exact host, so that a sibling domain cannot set a
 * session.
 */
export const SECURE_SESSION_COOKIE = '__Host-kerb_session';
const PERSON_HEADER = 'x-kerb-person';

export interface Credentials {
  token: string;
  from: 'cookie' | 'bearer';
}

/** True when clients reach this installation by https, according to the trusted proxy or PUBLIC_URL. */
export const isOverTls = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || request.server.publicUrl?.startsWith('https:') === true;

/**
 * Only one of the names is valid at a time: if the plain name were accepted over TLS too, the prefix would protect
 * nothing.
 */
export const sessionCookieName = (request: FastifyRequest): string =>
  isOverTls(request) ? SECURE_SESSION_COOKIE : SESSION_COOKIE;

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\x21-\x7e]{1,400})$/i.exec(request.headers.authorization ?? '')?.[1];

/** The session token of a request; a bearer token takes precedence over the cookie. */
export function credentialsOf(request: FastifyRequest): Credentials | null {
  const bearer = bearerOf(request);
  if (bearer !== undefined) return { token: bearer, from: 'bearer' };
  const cookie = request.cookies[sessionCookieName(request)];
  return cookie ? { token: cookie, from: 'cookie' } : null;
}

/**
 * A call that a device queued while offline contains its user's uid in `X-Kerb-Person`. When another user has signed in
 * on the device since, the call is answered as if it had no session, and the device leaves it in its queue.
 */
export function intendedActor(request: FastifyRequest, actor: Actor | null): Actor | null {
  const meant = request.headers[PERSON_HEADER];
  return meant === undefined || meant === actor?.uid ? actor : null;
}

function guardKey(scope: KeyScope, partner: Partner | null): void {
  if (partner === null) throw new DomainError('key_invalid');
  if (!partner.scopes.includes(scope)) throw new DomainError('key_scope');
}

const admitsUsertype = (access: Access, usertype: Usertype): boolean =>
  Array.isArray(access) && access.includes(usertype);

/** The identified caller of a request. */
export interface KnownCaller {
  readonly actor: Actor | null;
  readonly isOperator: boolean;
  readonly partner: Partner | null;
}

/** Throws when the route's access rule does not admit the caller. */
export function guardAccess(access: Access, { actor, isOperator, partner }: KnownCaller): void {
  if (access === 'anyone') return;
  const scope = keyScopeOf(access);
  if (scope !== null) {
    guardKey(scope, partner);
    return;
  }
  if (access === 'operator' && isOperator) return;
  if (actor === null) throw new DomainError('not_logged_in');
  if (access === 'signed-in' || access === 'operator') return;
  if (!admitsUsertype(access, actor.usertype)) throw new DomainError('forbidden');
}
