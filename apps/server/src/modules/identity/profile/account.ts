// The user's own account: photo, data export and deletion. Wired last, because all modules store data of a user.
import { randomUUID } from 'node:crypto';
import { type Me, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import {
  type Actor,
  type Clock,
  type Ids,
  type Queries,
  route,
  type ServerModule,
  sendDownload,
  type Tx,
  type WithTx,
} from '../../../kit/index.ts';
import type { Images } from '../../../ports/images.ts';
import type { Storage } from '../../../ports/storage.ts';
import { createListDevices } from '../devices/devices.ts';
import type { AccountData, ReadUserParts } from '../identity.ports.ts';
import { withParts } from '../identity.presenter.ts';
import { exportSecondFactor } from '../second-factor/export-second-factor.ts';
import { createExportSessions } from '../sessions/list-sessions.ts';
import { knownCallersRepository } from '../sign-in/known-callers.repository.ts';
import { userAuditRepository } from '../users/user-audit.repository.ts';
import { createDeleteUser, type DeleteUserOptions } from './delete-user.ts';
import { createExportMe, exportFileName } from './export-me.ts';
import { createGetPhoto, createRemovePhoto, createSetPhoto, photoJobs } from './photos.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';

export interface AccountModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  images: Images;
  storage: Storage;
  newPhotoId?: () => string;
  data: AccountData;
  presentMe: (uid: string) => Promise<Me | null>;
  readParts: ReadUserParts;
}

export interface AccountApi {
  /**
   * Erases the user in the caller's transaction, before any other statement of it. Throws `not_found`, `user_busy`,
   * `balance_open` and `payout_pending` (only for `by: 'self'`), and `last_admin`.
   */
  deleteUser(tx: Tx, uid: string, options: DeleteUserOptions): Promise<void>;
}

/** Far above the number of changes that admins make to one user. */
const MAX_CHANGES = 5000;

export function createAccountModule(given: AccountModuleDeps): ServerModule & { api: AccountApi } {
  const deps = { newPhotoId: randomUUID, ...given };
  const { db, withTx, clock, presentMe, readParts } = deps;
  const deleteUser = createDeleteUser(deps);
  const setPhoto = createSetPhoto(deps);
  const removePhoto = createRemovePhoto(deps);
  const getPhoto = createGetPhoto(deps);
  const exportMe = createExportMe({
    ...deps,
    sessionsOf: createExportSessions(deps),
    secondFactorOf: (uid) => exportSecondFactor(db, uid),
    devicesOf: createListDevices(deps),
    knownDevices: knownCallersRepository(db).devicesOf,
    knownNetworks: knownCallersRepository(db).networksOf,
    savedAddresses: savedAddressesRepository(db).of,
    changesByAdmins: (uid) => userAuditRepository(db).of(uid, { limit: MAX_CHANGES }),
  });
  const meOf = async ({ uid }: Actor): Promise<Me> => {
    const me = await presentMe(uid);
    if (me === null) throw new DomainError('not_logged_in');
    return me;
  };

  return {
    api: { deleteUser },
    jobs: photoJobs(deps),
    routes: [
      route(routes.getMe, async ({ actor, query }) =>
        withParts(await meOf(actor), await readParts(actor.uid, query.include ?? [])),
      ),
      route(routes.setPhoto, async ({ actor, upload }) => {
        await setPhoto(actor, upload.bytes);
        return meOf(actor);
      }),
      route(routes.removePhoto, async ({ actor }) => {
        await removePhoto(actor);
        return meOf(actor);
      }),
      route(routes.getPhoto, async ({ params, reply }) => {
        const { bytes } = await getPhoto(params.id);
        // Every photo has a new address, so a cached response never becomes stale.
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        return bytes;
      }),
      route(routes.exportMe, ({ actor, reply }) =>
        sendDownload(reply, exportFileName(clock.now()), exportMe(actor)),
      ),
      route(routes.deleteMe, async ({ actor, body }) => {
        await withTx((tx) => deleteUser(tx, actor.uid, { by: 'self', forfeit: body.forfeit }));
      }),
    ],
  };
}
