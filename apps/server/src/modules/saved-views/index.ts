// Entry point of saved views of the console's tables.
import { routes } from '@kerb/contract';
import { type Queries, route, type ServerModule, type Tx } from '../../kit/index.ts';
import {
  createAddSavedView,
  createDeleteSavedView,
  createEditSavedView,
  createListSavedViews,
  type SavedViewsDeps,
} from './save-views.ts';
import { savedViewsRepository } from './saved-views.repository.ts';

export function createSavedViewsModule(deps: SavedViewsDeps): ServerModule {
  const list = createListSavedViews(deps);
  const add = createAddSavedView(deps);
  const edit = createEditSavedView(deps);
  const remove = createDeleteSavedView(deps);
  return {
    routes: [
      route(routes.listSavedViews, ({ actor, query }) => list(actor, query.table)),
      route(routes.addSavedView, ({ actor, body }) => add(actor, body)),
      route(routes.editSavedView, ({ actor, params, body }) => edit(actor, params.id, body)),
      route(routes.deleteSavedView, ({ actor, params }) => remove(actor, params.id)),
    ],
  };
}

/** Deletes the user's views, including shared ones, when their account is deleted. */
export const eraseSavedViews = (tx: Tx, uid: string): Promise<void> => savedViewsRepository(tx).removeOf(uid);

/** Makes the user's shared views private when they are no longer an admin; the views themselves stay theirs. */
export const unshareSavedViews = (tx: Tx, uid: string): Promise<void> =>
  savedViewsRepository(tx).unshareOf(uid);

/** Exports the user's views for their data export. */
export async function exportSavedViews(db: Queries, uid: string) {
  const rows = await savedViewsRepository(db).allOf(uid);
  return rows.map(({ table_name, name, query }) => ({ table: table_name, name, query }));
}
