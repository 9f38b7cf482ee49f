// SQL of profile photos.
import type { Queries, Tx } from '../../../kit/index.ts';
import type { UsersTable } from '../users/users.repository.ts';

type PhotosTables = { profile_photos: { id: string; uid: string; at: number }; users: UsersTable };

export const photosRepository = (queries: Queries) => {
  const db = queries.withTables<PhotosTables>();
  return {
    /** Uid of the photo's owner; null for a photo that is not in use. */
    async ownerOf(id: string): Promise<string | null> {
      const row = await db.selectFrom('profile_photos').select('uid').where('id', '=', id).executeTakeFirst();
      return row?.uid ?? null;
    },
  };
};

/** Replaces the user's photo, or removes it when null; returns the id of the previous one. */
export async function replacePhoto(
  tx: Tx,
  uid: string,
  photo: { id: string; address: string } | null,
  now: number,
): Promise<string | null> {
  const db = tx.withTables<PhotosTables>();
  const old = await db.deleteFrom('profile_photos').where('uid', '=', uid).returning('id').executeTakeFirst();
  if (photo !== null) await db.insertInto('profile_photos').values({ id: photo.id, uid, at: now }).execute();
  await db
    .updateTable('users')
    .set({ profile_image: photo?.address ?? null, updated_at: now })
    .where('uid', '=', uid)
    .execute();
  return old?.id ?? null;
}
