// Route handlers for sessions: the signed-in user, signing out, and the list of sessions.
import { type Me, routes, type SessionView } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../../kit/index.ts';
import type { User } from '../users/user.ts';
import { clearSessionCookie } from './session-cookie.ts';

export interface SessionRouteDeps {
  userOf: (uid: string) => Promise<User | null>;
  present: (user: User) => Promise<Me>;
  sessionsOf: (actor: Actor) => Promise<SessionView[]>;
  signOut: (actor: Actor) => Promise<void>;
  endSession: (actor: Actor, id: string) => Promise<void>;
  endSessions: (actor: Actor, keepOwn: boolean) => Promise<void>;
}

export const sessionRoutes = (deps: SessionRouteDeps) => [
  route(routes.getSession, async ({ actor, request, reply }) => {
    reply.header('cache-control', 'no-store');
    if (actor === null) return { user: null, secondFactor: null };
    const pending = actor.secondFactor?.pending ?? null;
    if (pending !== null) return { user: null, secondFactor: pending };
    const user = await deps.userOf(actor.uid);
    // The user was deleted: the session ends, and the error contains whom to contact.
    if (user === null) {
      await deps.signOut(actor);
      clearSessionCookie(request, reply);
      throw new DomainError('user_issue_contact_admin');
    }
    return { user: await deps.present(user), secondFactor: null };
  }),
  route(routes.signOut, async ({ actor, request, reply }) => {
    if (actor) await deps.signOut(actor);
    clearSessionCookie(request, reply);
  }),
  route(routes.getSessions, async ({ actor, reply }) => {
    reply.header('cache-control', 'no-store');
    return { items: await deps.sessionsOf(actor) };
  }),
  route(routes.endSession, async ({ actor, params, request, reply }) => {
    await deps.endSession(actor, params.id);
    if (params.id === actor.sessionId) clearSessionCookie(request, reply);
  }),
  route(routes.endSessions, async ({ actor, query, request, reply }) => {
    await deps.endSessions(actor, query.keep);
    if (!query.keep) clearSessionCookie(request, reply);
  }),
];
