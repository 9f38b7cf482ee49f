// Route handlers for promos.
import { routes } from '@kerb/contract';
import { type BoundRoute, route } from '../../kit/index.ts';
import { createAddPromo, createDeletePromo, createEditPromo } from './edit-promos.ts';
import { createListPromos } from './list-promos.ts';
import type { PromosDeps } from './promos.deps.ts';

export function promosRoutes(deps: PromosDeps): BoundRoute[] {
  const list = createListPromos(deps);
  const add = createAddPromo(deps);
  const edit = createEditPromo(deps);
  const remove = createDeletePromo(deps);
  return [
    route(routes.listPromos, ({ query }) => list(query)),
    route(routes.addPromo, ({ body }) => add(body)),
    route(routes.editPromo, ({ params, body }) => edit(params.id, body)),
    route(routes.deletePromo, ({ params }) => remove(params.id)),
  ];
}
