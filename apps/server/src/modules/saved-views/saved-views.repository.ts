// SQL of saved views.
import type { SavedViewPatch, SavedViewTable } from '@kerb/contract';
import type { Selectable } from 'kysely';
import type { Queries } from '../../kit/index.ts';

interface SavedViewsTable {
  id: string;
  owner: string;
  table_name: SavedViewTable;
  name: string;
  query: string;
  columns: string[] | null;
  shared: boolean;
  created_at: number;
}

export type SavedViewRow = Selectable<SavedViewsTable>;

export function savedViewsRepository(queries: Queries) {
  const db = queries.withTables<{ saved_views: SavedViewsTable }>();
  return {
    async insert(row: SavedViewRow): Promise<void> {
      await db.insertInto('saved_views').values(row).execute();
    },

    /** Null when the owner has no such view. */
    async update(owner: string, id: string, patch: SavedViewPatch): Promise<SavedViewRow | null> {
      const own = db.selectFrom('saved_views').selectAll().where('id', '=', id).where('owner', '=', owner);
      if (Object.keys(patch).length === 0) return (await own.executeTakeFirst()) ?? null;
      const row = await db
        .updateTable('saved_views')
        .set(patch)
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** False when the owner had no such view. */
    async remove(owner: string, id: string): Promise<boolean> {
      const row = await db
        .deleteFrom('saved_views')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async unshareOf(owner: string): Promise<void> {
      await db
        .updateTable('saved_views')
        .set({ shared: false })
        .where('owner', '=', owner)
        .where('shared', '=', true)
        .execute();
    },

    async removeOf(owner: string): Promise<void> {
      await db.deleteFrom('saved_views').where('owner', '=', owner).execute();
    },

    /** The owner's views of the table, or of all tables. */
    of(owner: string, table: SavedViewTable | undefined): Promise<SavedViewRow[]> {
      const own = db.selectFrom('saved_views').selectAll().where('owner', '=', owner);
      return (table === undefined ? own : own.where('table_name', '=', table)).orderBy('name').execute();
    },

    allOf(owner: string): Promise<SavedViewRow[]> {
      return db
        .selectFrom('saved_views')
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('table_name')
        .orderBy('name')
        .execute();
    },

    /** Newest first. */
    sharedByOthers(owner: string, table: SavedViewTable | undefined, limit: number): Promise<SavedViewRow[]> {
      const shared = db.selectFrom('saved_views').selectAll().where('shared', '=', true);
      return (table === undefined ? shared : shared.where('table_name', '=', table))
        .where('owner', '<>', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },
  };
}
