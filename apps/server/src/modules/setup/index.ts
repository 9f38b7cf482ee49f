// Entry point of setup: the first run of an installation, which is open until it has an admin.
import { type Me, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { route, type ServerModule } from '../../kit/index.ts';
import { giveSessionCookie, type IdentityApi } from '../identity/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { createSetUp, type SetUpDeps } from './set-up.ts';

export interface SetupModuleDeps extends SetUpDeps {
  identity: SetUpDeps['identity'] & Pick<IdentityApi, 'adminExists' | 'rememberCaller' | 'presentMe'>;
  settings: SetUpDeps['settings'] & Pick<SettingsApi, 'get'>;
  /** Whether a city has been imported. */
  hasMap: () => Promise<boolean>;
}

export function createSetupModule(deps: SetupModuleDeps): ServerModule {
  const { identity, settings, hasMap } = deps;
  const setUp = createSetUp(deps);
  const guardFirstRun = async (): Promise<void> => {
    if (await identity.adminExists()) throw new DomainError('not_found');
  };
  const meOf = async (uid: string): Promise<Me> => {
    const me = await identity.presentMe(uid);
    if (me === null) throw new DomainError('not_found');
    return me;
  };
  return {
    routes: [
      route(routes.getSetup, async ({ reply }) => {
        reply.header('cache-control', 'no-store');
        await guardFirstRun();
        const { appName, country, timezone } = await settings.get();
        return { appName, country, timezone, hasMap: await hasMap() };
      }),
      route(routes.setUp, async ({ body, request, reply }) => {
        // Checked before the code, so that no code is used up after the first run.
        await guardFirstRun();
        const { uid, token } = await setUp(body, request.headers['user-agent'] ?? '');
        giveSessionCookie(request, reply, token);
        await identity.rememberCaller(request, reply, uid);
        reply.header('cache-control', 'no-store');
        return { token, user: await meOf(uid) };
      }),
    ],
  };
}
