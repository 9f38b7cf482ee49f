// Route handlers for the second factor.
import { routes, type SecondFactorProof } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, type BoundRoute, route } from '../../../kit/index.ts';
import { createBeginAuthenticator, createConfirmAuthenticator } from './add-authenticator.ts';
import { createAddPasskey, createBeginPasskey } from './add-passkey.ts';
import { type PasskeySite, type PasskeySiteOptions, passkeySiteOf } from './passkey-site.ts';
import { createProveCode, SecondFactorPaused } from './prove-code.ts';
import { createBeginPasskeyProof, createProvePasskey } from './prove-passkey.ts';
import { createRemoveAuthenticator, createRemovePasskey, createRenewRecoveryCodes } from './remove-factor.ts';
import { createResetSecondFactor } from './reset-second-factor.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { presentSecondFactor } from './second-factor.presenter.ts';
import { secondFactorRepository } from './second-factor.repository.ts';

const noStore = (reply: FastifyReply): void => void reply.header('cache-control', 'no-store');

export function secondFactorRoutes(deps: SecondFactorDeps, site: PasskeySiteOptions): BoundRoute[] {
  const factors = secondFactorRepository(deps.db);
  const beginAuthenticator = createBeginAuthenticator(deps);
  const confirmAuthenticator = createConfirmAuthenticator(deps);
  const removeAuthenticator = createRemoveAuthenticator(deps);
  const beginPasskey = createBeginPasskey(deps);
  const addPasskey = createAddPasskey(deps);
  const removePasskey = createRemovePasskey(deps);
  const renewRecoveryCodes = createRenewRecoveryCodes(deps);
  const beginPasskeyProof = createBeginPasskeyProof(deps);
  const provePasskey = createProvePasskey(deps);
  const proveCode = createProveCode(deps);
  const resetSecondFactor = createResetSecondFactor(deps);

  const siteOf = (request: FastifyRequest): PasskeySite => {
    const found = passkeySiteOf(site, request);
    if (found === null) throw new DomainError('unavailable', 'Passkeys need PUBLIC_URL with a host name');
    return found;
  };

  async function prove(actor: Actor, proof: SecondFactorProof, request: FastifyRequest) {
    if (!('passkey' in proof)) return proveCode(actor, proof);
    const provedAt = await provePasskey(actor, proof.passkey, siteOf(request));
    return { provedAt, recoveryCodesLeft: await factors.countRecoveryCodes(actor.uid) };
  }

  return [
    route(routes.getSecondFactor, async ({ actor, request, reply }) => {
      noStore(reply);
      const [passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
        factors.passkeysOf(actor.uid),
        factors.authenticatorOf(actor.uid),
        factors.countRecoveryCodes(actor.uid),
      ]);
      const passkeysOffered = passkeySiteOf(site, request) !== null;
      return presentSecondFactor({ passkeys, authenticator, recoveryCodesLeft }, { actor, passkeysOffered });
    }),
    route(routes.beginAuthenticator, async ({ actor, reply }) => {
      noStore(reply);
      return beginAuthenticator(actor);
    }),
    route(routes.confirmAuthenticator, async ({ actor, body, reply }) => {
      noStore(reply);
      return { recoveryCodes: await confirmAuthenticator(actor, body.code) };
    }),
    route(routes.removeAuthenticator, async ({ actor }) => removeAuthenticator(actor)),
    route(routes.beginPasskey, async ({ actor, request }) => beginPasskey(actor, siteOf(request))),
    route(routes.addPasskey, async ({ actor, body, request, reply }) => {
      noStore(reply);
      return { recoveryCodes: await addPasskey(actor, body, siteOf(request)) };
    }),
    route(routes.removePasskey, async ({ actor, params }) => removePasskey(actor, params.id)),
    route(routes.renewRecoveryCodes, async ({ actor, reply }) => {
      noStore(reply);
      return { recoveryCodes: await renewRecoveryCodes(actor) };
    }),
    route(routes.beginPasskeyProof, async ({ actor, request }) => beginPasskeyProof(actor, siteOf(request))),
    route(routes.proveSecondFactor, async ({ actor, body, request, reply }) => {
      noStore(reply);
      try {
        return await prove(actor, body, request);
      } catch (error) {
        if (error instanceof SecondFactorPaused) reply.header('retry-after', String(error.retryAfterSecs));
        throw error;
      }
    }),
    route(routes.resetSecondFactor, async ({ actor, params }) => resetSecondFactor(actor, params.id)),
  ];
}
