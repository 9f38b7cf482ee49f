// Use cases of saved views of the console's tables: list, save, change and delete, for their owner.
import {
  maxSavedViews,
  type SavedView,
  type SavedViewInput,
  type SavedViewPatch,
  type SavedViewTable,
} from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import {
  type Actor,
  type Clock,
  type Ids,
  type Queries,
  violatesUnique,
  type WithTx,
} from '../../kit/index.ts';
import { type SavedViewRow, savedViewsRepository } from './saved-views.repository.ts';

export interface SavedViewsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
}

const present = (row: SavedViewRow, actor: Actor): SavedView => ({
  id: row.id,
  table: row.table_name,
  name: row.name,
  query: row.query,
  columns: row.columns,
  shared: row.shared,
  own: row.owner === actor.uid,
});

/** Throws `name_taken` when the work gives a view the name of another view of the same owner. */
async function withUniqueName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violatesUnique(error, 'saved_views_name_once')) throw new DomainError('name_taken');
    throw error;
  }
}

export function createListSavedViews({ db }: Pick<SavedViewsDeps, 'db'>) {
  const views = savedViewsRepository(db);
  return async function listSavedViews(
    actor: Actor,
    table: SavedViewTable | undefined,
  ): Promise<{ items: SavedView[] }> {
    const [own, shared] = await Promise.all([
      views.of(actor.uid, table),
      actor.usertype === 'admin' ? views.sharedByOthers(actor.uid, table, maxSavedViews) : [],
    ]);
    return { items: [...own, ...shared].map((row) => present(row, actor)) };
  };
}

/** Only admins may share, because a fleet admin's views would be shared with other fleets. Throws `forbidden`. */
function assertMayShare({ usertype }: Actor, { shared }: Pick<SavedViewPatch, 'shared'>): void {
  if (shared === true && usertype !== 'admin') throw new DomainError('forbidden');
}

/** Throws `name_taken`, `too_many_views`, and `forbidden` for a fleet admin who shares. */
export function createAddSavedView({ withTx, clock, ids }: Pick<SavedViewsDeps, 'withTx' | 'clock' | 'ids'>) {
  return async function addSavedView(actor: Actor, { table, ...view }: SavedViewInput): Promise<SavedView> {
    assertMayShare(actor, view);
    return withUniqueName(() =>
      withTx(async (tx) => {
        const views = savedViewsRepository(tx);
        const saved = await views.of(actor.uid, table);
        if (saved.length >= maxSavedViews) throw new DomainError('too_many_views');
        const row: SavedViewRow = {
          ...view,
          id: ids.next(),
          owner: actor.uid,
          table_name: table,
          created_at: clock.now(),
        };
        await views.insert(row);
        return present(row, actor);
      }),
    );
  };
}

/**
 * Throws `not_found`, also for another user's shared view, `name_taken`, and `forbidden` for a fleet admin who shares.
 */
export function createEditSavedView({ withTx }: Pick<SavedViewsDeps, 'withTx'>) {
  return async function editSavedView(actor: Actor, id: string, patch: SavedViewPatch): Promise<SavedView> {
    assertMayShare(actor, patch);
    return withUniqueName(() =>
      withTx(async (tx) => {
        const row = await savedViewsRepository(tx).update(actor.uid, id, patch);
        if (!row) throw new DomainError('not_found');
        return present(row, actor);
      }),
    );
  };
}

/** Throws `not_found`, also for another user's shared view. */
export function createDeleteSavedView({ withTx }: Pick<SavedViewsDeps, 'withTx'>) {
  return async function deleteSavedView(actor: Actor, id: string): Promise<void> {
    await withTx(async (tx) => {
      if (!(await savedViewsRepository(tx).remove(actor.uid, id))) throw new DomainError('not_found');
    });
  };
}
