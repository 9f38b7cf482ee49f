// Route handlers for the fleet: duty, nearby drivers, and drivers on the dashboard.
import { type Me, routes } from '@kerb/contract';
import type { DutyState } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../kit/index.ts';
import { presentDuty } from './fleet.presenter.ts';
import type { LiveDriver } from './live-drivers.ts';
import type { NearbyDrivers } from './nearby-drivers.ts';

export interface FleetRouteDeps {
  setDuty: (actor: Actor, driverActiveStatus: boolean) => Promise<void>;
  viewDuty: (uid: string) => Promise<DutyState>;
  presentMe: (uid: string) => Promise<Me | null>;
  nearbyDrivers: (point: LatLng, carType: string | undefined) => Promise<NearbyDrivers>;
  liveDrivers: (actor: Actor) => Promise<LiveDriver[]>;
}

export const fleetRoutes = (deps: FleetRouteDeps) => [
  route(routes.setDuty, async ({ actor, body }) => {
    await deps.setDuty(actor, body.driverActiveStatus);
    const me = await deps.presentMe(actor.uid);
    if (me === null) throw new DomainError('not_found');
    return me;
  }),
  route(routes.getDuty, async ({ actor }) => presentDuty(await deps.viewDuty(actor.uid))),
  route(routes.nearbyDrivers, async ({ query }) =>
    deps.nearbyDrivers({ lat: query.lat, lng: query.lng }, query.carType),
  ),
  route(routes.liveDrivers, async ({ actor }) => ({ items: await deps.liveDrivers(actor) })),
];
