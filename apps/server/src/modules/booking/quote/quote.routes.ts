// Route handlers for estimates and the promos on them.
import { routes } from '@kerb/contract';
import { type BoundRoute, route } from '../../../kit/index.ts';
import { callerOf } from '../../maps/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { createApplyPromo } from './apply-promo.ts';
import { presentEstimate } from './estimate.presenter.ts';
import { createEstimateFare } from './estimate-fare.ts';
import { createListPromoOffers } from './list-promo-offers.ts';
import { createRemovePromo } from './remove-promo.ts';

export function quoteRoutes(deps: BookingDeps): BoundRoute[] {
  const estimateFare = createEstimateFare(deps);
  const listOffers = createListPromoOffers(deps);
  const applyPromo = createApplyPromo(deps);
  const removePromo = createRemovePromo(deps);

  return [
    route(routes.createEstimate, async ({ actor, body, request }) => {
      deps.routing.admitDirections({ actor, request }, body.waypoints.length);
      return presentEstimate(await estimateFare(actor, body, callerOf({ actor, request })));
    }),
    route(routes.listPromoOffers, ({ actor, params, query }) => listOffers(actor, params.id, query)),
    route(routes.applyPromo, async ({ actor, params, body }) =>
      presentEstimate(await applyPromo(actor, params.id, body)),
    ),
    route(routes.removePromo, async ({ actor, params }) =>
      presentEstimate(await removePromo(actor, params.id)),
    ),
  ];
}
