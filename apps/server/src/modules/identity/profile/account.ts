// One's own account as a whole: photo, export and deletion. Made apart from the rest of identity, because it needs all tiers.
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
  type Tx,
  type WithTx,
} from '../../../kit/index.ts';
import type { Images } from '../../../ports/images.ts';
import type { Storage } from '../../../ports/storage.ts';
import { createListDevices } from '../devices/devices.ts';
import { userAuditRepository } from '../people/user-audit.repository.ts';
import { createListSessions } from '../sessions/list-sessions.ts';
import { createDeleteUser, type DeleteUserDeps, type DeleteUserOptions } from './delete-user.ts';
import { createExportMe, type ExportMeDeps, exportFileName } from './export-me.ts';
import { createGetPhoto, createRemovePhoto, createSetPhoto, photoJobs } from './photos.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';

export interface AccountModuleDeps
  extends Omit<DeleteUserDeps, 'clock' | 'ids'>,
    Pick<ExportMeDeps, 'exportElsewhere'> {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  images: Images;
  storage: Storage;
  newPhotoId?: () => string;
  presentMe: (uid: string) => Promise<Me | null>;
}

export interface AccountApi {
  /**
   * Erases the person in the caller's transaction, to be called first in it. Throws `not_found`, `user_busy`,
   * `balance_open` (of oneself only) and `last_admin`.
   */
  deleteUser(tx: Tx, uid: string, options: DeleteUserOptions): Promise<void>;
}

/** More than admins ever make to one person. */
const MOST_CHANGES = 5000;

export function createAccountModule(given: AccountModuleDeps): ServerModule & { api: AccountApi } {
  const deps = { newPhotoId: randomUUID, ...given };
  const { db, withTx, clock, presentMe } = deps;
  const deleteUser = createDeleteUser(deps);
  const [setPhoto, removePhoto, getPhoto] = [
    createSetPhoto(deps),
    createRemovePhoto(deps),
    createGetPhoto(deps),
  ];
  const exportMe = createExportMe({
    ...deps,
    sessionsOf: createListSessions(deps),
    devicesOf: createListDevices(deps),
    savedAddresses: savedAddressesRepository(db).of,
    changesByAdmins: (uid) => userAuditRepository(db).of(uid, { limit: MOST_CHANGES }),
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
        // The address is new with every photo, so that what is there never changes.
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        return bytes;
      }),
      route(routes.exportMe, async ({ actor, reply }) => {
        reply.header('cache-control', 'no-store');
        reply.header('content-disposition', `attachment; filename="${exportFileName(clock.now())}"`);
        return exportMe(actor);
      }),
      route(routes.deleteMe, async ({ actor, body }) => {
        await withTx((tx) => deleteUser(tx, actor.uid, { by: 'self', forfeit: body.forfeit }));
      }),
    ],
  };
}
