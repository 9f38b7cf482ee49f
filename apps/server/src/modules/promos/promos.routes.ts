// Promos of the console over HTTP: one line a route.
import { routes } from '@kerb/contract';
import { type BoundRoute, route } from '../../kit/index.ts';
import { createAddPromo } from './add-promo.ts';
import { createDeletePromo } from './delete-promo.ts';
import { createEditPromo } from './edit-promo.ts';
import { createListPromos } from './list-promos.ts';
import type { PromosDeps } from './promos.deps.ts';

export function promosRoutes(deps: PromosDeps): BoundRoute[] {
  const [list, add] = [createListPromos(deps), createAddPromo(deps)];
  const [edit, remove] = [createEditPromo(deps), createDeletePromo(deps)];
  return [
    route(routes.listPromos, ({ query }) => list(query)),
    route(routes.addPromo, ({ body }) => add(body)),
    route(routes.editPromo, ({ params, body }) => edit(params.id, body)),
    route(routes.deletePromo, ({ params }) => remove(params.id)),
  ];
}
