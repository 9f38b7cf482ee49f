// Who is asking: what a session or the operator's credentials resolve to.
import type { Access } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyRequest } from 'fastify';
import type {} from './request-state.ts';

export interface Actor {
  uid: string;
  usertype: Usertype;
  sessionId: string;
}

/** Given by the identity module: the person behind a session token, or null. */
export type ResolveSession = (token: string) => Promise<Actor | null>;

export const SESSION_COOKIE = 'kerb_session';
const PERSON_HEADER = 'x-kerb-person';

export interface Credentials {
  token: string;
  from: 'cookie' | 'bearer';
}

/** The session token of a request; a bearer token wins over the cookie. */
export function credentialsOf(request: FastifyRequest): Credentials | null {
  const bearer = /^Bearer ([\x21-\x7e]{1,400})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, from: 'bearer' };
  const cookie = request.cookies[SESSION_COOKIE];
  return cookie ? { token: cookie, from: 'cookie' } : null;
}

/**
 * A call that was kept on a device says whose it is (`X-Kerb-Person`, a uid): once somebody else is signed in there it is
 * nobody's, answered as without a session, and waits on.
 */
export function meantPerson(request: FastifyRequest, actor: Actor | null): Actor | null {
  const meant = request.headers[PERSON_HEADER];
  return meant === undefined || meant === actor?.uid ? actor : null;
}

/** Refuses a caller whom the route's access rule does not admit. */
export function guardAccess(access: Access, actor: Actor | null, isOperator: boolean): void {
  if (access === 'anyone') return;
  if (access === 'operator' && isOperator) return;
  if (actor === null) throw new DomainError('not_logged_in');
  if (access === 'signed-in' || access === 'operator') return;
  if (!access.includes(actor.usertype)) throw new DomainError('forbidden');
}
