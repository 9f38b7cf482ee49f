// Route handlers for mobility data: the standard's routes for partner keys, and the console's for admins.
import { routes, type TripFile } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { MDS_VERSION, parseHour } from '@kerb/domain/mobility-data';
import type { FastifyRequest } from 'fastify';
import {
  type Actor,
  type BoundRoute,
  type Clock,
  publicOriginOf,
  route,
  sendDownload,
} from '../../kit/index.ts';
import type { DeclareProvider } from './declare-provider.ts';
import type { FindTrips } from './find-trips.ts';
import type { FindVehicles } from './find-vehicles.ts';

export interface MobilityDataRouteDeps {
  clock: Clock;
  vehicles: FindVehicles;
  trips: FindTrips;
  /** Null before the operator's first ride. */
  firstRideEndedAt: () => Promise<number | null>;
  provider: DeclareProvider;
  listTripFiles: (actor: Actor) => Promise<TripFile[]>;
  readTripFile: (actor: Actor, day: string) => Promise<Buffer>;
}

/** How long a response about vehicles counts as current, in ms. */
const VEHICLES_TTL_MS = 60_000;

const ACCEPTED = /^application\/vnd\.mds\+json\s*;(?:.*;)?\s*version\s*=\s*"?2\.0"?\s*(?:;|$)/i;

/** Throws unless the Accept header names the supported version, because a request without one means another version. */
function guardVersion({ headers }: FastifyRequest): void {
  const accepted = (headers.accept ?? '').split(',').map((one) => one.trim());
  if (!accepted.some((one) => ACCEPTED.test(one))) throw new DomainError('version_not_served');
}

/** Links by JSON:API: the start of this list, and the next page. */
function linksOf(request: FastifyRequest, next: string | null) {
  const [path = ''] = request.url.split('?');
  const first = `${publicOriginOf(request, request.server.publicUrl)}${path}`;
  return { first, next: next === null ? null : `${first}?cursor=${next}` };
}

/** Routes of vehicles, for partner keys with their scope. */
function vehicleRoutes({ clock, vehicles }: MobilityDataRouteDeps): BoundRoute[] {
  const timed = () => ({ version: MDS_VERSION, last_updated: clock.now(), ttl: VEHICLES_TTL_MS });
  return [
    route(routes.getMdsVehicles, async ({ query, request }) => {
      guardVersion(request);
      const { items, next } = await vehicles.list(query.cursor);
      return { ...timed(), vehicles: items, links: linksOf(request, next) };
    }),
    route(routes.getMdsVehicle, async ({ params, request }) => {
      guardVersion(request);
      return { ...timed(), vehicles: await vehicles.one(params.device_id) };
    }),
    route(routes.getMdsVehiclesStatus, async ({ query, request }) => {
      guardVersion(request);
      const { items, next } = await vehicles.listStatus(query.cursor);
      return { ...timed(), vehicles_status: items, links: linksOf(request, next) };
    }),
    route(routes.getMdsVehicleStatus, async ({ params, request }) => {
      guardVersion(request);
      return { ...timed(), vehicles_status: await vehicles.oneStatus(params.device_id) };
    }),
  ];
}

function tripRoute({ clock, trips, firstRideEndedAt }: MobilityDataRouteDeps): BoundRoute {
  return route(routes.getMdsTrips, async ({ query, request, reply }) => {
    guardVersion(request);
    const hour = parseHour(query.end_time);
    const first = await firstRideEndedAt();
    // The hour is not over yet, or it was over before the operator's first ride.
    if (clock.now() < hour.ends || first === null || hour.ends <= first) throw new DomainError('not_found');
    if (await trips.isComplete(hour.ends)) return { version: MDS_VERSION, trips: await trips.endedIn(hour) };
    reply.code(202);
    return { version: MDS_VERSION, trips: [] };
  });
}

export const mobilityDataRoutes = (deps: MobilityDataRouteDeps): BoundRoute[] => [
  ...vehicleRoutes(deps),
  tripRoute(deps),
  route(routes.getMobilityProvider, ({ actor }) => deps.provider.view(actor)),
  route(routes.editMobilityProvider, ({ actor, body }) =>
    deps.provider.setProviderId(actor, body.provider_id),
  ),
  route(routes.declareCarType, ({ actor, params, body }) =>
    deps.provider.declareCarType(actor, params.id, body),
  ),
  route(routes.listTripFiles, async ({ actor }) => ({ items: await deps.listTripFiles(actor) })),
  route(routes.getTripFile, ({ actor, params, reply }) =>
    sendDownload(reply, `trips-${params.day}.csv`, deps.readTripFile(actor, params.day)),
  ),
];
