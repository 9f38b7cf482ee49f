// Entry point of partner keys, with which the programs of regulators and other partners call the routes made for them.
import { routes } from '@kerb/contract';
import { type ResolveKey, route, type ServerModule } from '../../kit/index.ts';
import {
  createAddPartnerKey,
  createListPartnerKeys,
  createResolveKey,
  createRevokePartnerKey,
  type PartnerKeysDeps,
} from './manage-keys.ts';

export interface PartnerKeysApi {
  /** Returns the partner of a key; null for a revoked or unknown key. */
  resolveKey: ResolveKey;
}

export function createPartnerKeysModule(deps: PartnerKeysDeps): ServerModule & { api: PartnerKeysApi } {
  const list = createListPartnerKeys(deps);
  const add = createAddPartnerKey(deps);
  const revoke = createRevokePartnerKey(deps);
  return {
    api: { resolveKey: createResolveKey(deps) },
    routes: [
      route(routes.listPartnerKeys, ({ actor }) => list(actor)),
      route(routes.addPartnerKey, ({ actor, body }) => add(actor, body)),
      route(routes.revokePartnerKey, ({ actor, params }) => revoke(actor, params.id)),
    ],
  };
}
