// The routes of identity: sign-in, session, own record, saved addresses.
import { type Me, routes } from '@kerb/contract';
import type { ProfilePatch, SavedAddress } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, route, SESSION_COOKIE } from '../../kit/index.ts';
import type { User } from './people/user.ts';
import { sessionLimits } from './sessions/sessions.ts';
import { type SentOtp, TooManySends } from './sign-in/send-otp.ts';

export interface IdentityRouteDeps {
  sendOtp: (input: { mobile: string }) => Promise<SentOtp>;
  cancelOtp: (id: string) => Promise<void>;
  mobileSignIn: (input: { verificationId: string; otp: string }) => Promise<{ token: string; user: User }>;
  signOut: (sessionId: string) => Promise<void>;
  updateProfile: (actor: Actor, patch: ProfilePatch) => Promise<User>;
  savedAddresses: (uid: string) => Promise<readonly SavedAddress[]>;
  removeSavedAddress: (uid: string, id: string) => Promise<boolean>;
  userOf: (uid: string) => Promise<User | null>;
  present: (user: User) => Promise<Me>;
}

const cookieOptions = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https',
});

function giveCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, {
    ...cookieOptions(request),
    maxAge: sessionLimits.absoluteMs / 1000,
  });
}

export const identityRoutes = (deps: IdentityRouteDeps) => {
  const meOf = async (actor: Actor): Promise<Me> => {
    const user = await deps.userOf(actor.uid);
    if (user === null) throw new DomainError('not_logged_in');
    return deps.present(user);
  };
  return [
    route(routes.sendOtp, async ({ body, reply }) => {
      try {
        return await deps.sendOtp({ mobile: body.mobile });
      } catch (error) {
        if (error instanceof TooManySends) reply.header('retry-after', String(error.retryAfterSecs));
        throw error;
      }
    }),
    route(routes.cancelOtp, async ({ params }) => deps.cancelOtp(params.id)),
    route(routes.mobileSignIn, async ({ body, request, reply }) => {
      const { token, user } = await deps.mobileSignIn(body);
      giveCookie(request, reply, token);
      reply.header('cache-control', 'no-store');
      return { token, user: await deps.present(user) };
    }),
    route(routes.getSession, async ({ actor, reply }) => {
      reply.header('cache-control', 'no-store');
      return { user: actor ? await meOf(actor) : null };
    }),
    route(routes.signOut, async ({ actor, request, reply }) => {
      if (actor) await deps.signOut(actor.sessionId);
      reply.clearCookie(SESSION_COOKIE, cookieOptions(request));
    }),
    route(routes.getMe, async ({ actor }) => meOf(actor)),
    route(routes.updateProfile, async ({ actor, body }) =>
      deps.present(await deps.updateProfile(actor, body)),
    ),
    route(routes.getSavedAddresses, async ({ actor }) => ({
      items: [...(await deps.savedAddresses(actor.uid))],
    })),
    route(routes.deleteSavedAddress, async ({ actor, params }) => {
      if (!(await deps.removeSavedAddress(actor.uid, params.id))) throw new DomainError('not_found');
    }),
  ];
};
