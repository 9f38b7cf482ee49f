// Front door of saved views: the views of the console's tables that people saved.
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

/** For the deletion of an account: the views go with it, shared ones too. */
export const eraseSavedViews = (tx: Tx, uid: string): Promise<void> => savedViewsRepository(tx).removeOf(uid);

/** For the export of a person's data. */
export async function exportSavedViews(db: Queries, uid: string) {
  const rows = await savedViewsRepository(db).allOf(uid);
  return rows.map(({ table_name, name, query }) => ({ table: table_name, name, query }));
}
