// Front door of setup: the first run of an installation, until it has an admin.
import { type Me, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { route, type ServerModule, type Tx } from '../../kit/index.ts';
import { giveSessionCookie, type IdentityApi } from '../identity/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { createSetUp } from './set-up.ts';

export interface SetupModuleDeps {
  identity: Pick<
    IdentityApi,
    'withProvedMobile' | 'adminExists' | 'makeFirstAdmin' | 'openSession' | 'letStand' | 'presentMe'
  >;
  settings: Pick<SettingsApi, 'get' | 'edit' | 'addDefaultCancelReasons'>;
  /** The settings just written hold from the very next call. */
  refreshSettings: () => void;
  /** A driver who becomes the admin drives no more. */
  takeOffDuty: (tx: Tx, uid: string) => Promise<unknown>;
  /** Whether a city is in use. */
  hasMap: () => Promise<boolean>;
  /** The only number that may set up; undefined lets any number. */
  setupMobile: string | undefined;
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
        // Told before the code is looked at: what is over costs nobody a check.
        await guardFirstRun();
        const { uid, token } = await setUp(body, request.headers['user-agent'] ?? '');
        giveSessionCookie(request, reply, token);
        reply.header('cache-control', 'no-store');
        return { token, user: await meOf(uid) };
      }),
    ],
  };
}
