// Entry point of maps: the imported city, its map service and its basemap.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type pg from 'pg';
import type { BoundRoute } from '../../kit/http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MapService, TimedMapService } from '../../ports/maps.ts';
import type { RoadRouter } from '../../ports/roads.ts';
import { Basemap } from './basemap.ts';
import { activeCity, type City, centreOfCity } from './city.repository.ts';
import { cityFolder, isCityReady, roadGraphFolder, streetGraphFile } from './city-folder.ts';
import type { TileBox } from './cut-tiles.ts';
import { createEmbeddedMapService } from './embedded-map-service.ts';
import { createFeaturesInBox, type MapFeature } from './features-in-box.ts';
import { GeocoderRepository } from './geocoder.repository.ts';
import { Geocoder } from './geocoder.ts';
import { hostedMapsRoutes } from './hosted-maps.routes.ts';
import type { OperatorSettings, TrafficFactors } from './maps.ports.ts';
import { mapsRoutes } from './maps.routes.ts';
import { createRoutingBudget, type RoutingBudget } from './routing-budget.ts';
import { createStillMaps } from './still-maps.ts';
import { createStreetTimes, type StreetTimesLogger } from './street-graph.ts';
import { noTraffic, withTraffic } from './with-traffic.ts';

export type { City } from './city.repository.ts';
export type { MapFeature } from './features-in-box.ts';
export { type ImportCityResult, importCity } from './import-city.ts';
export type { OperatorSettings, TrafficFactors } from './maps.ports.ts';
export { CityFileError } from './osm/read-osm-pbf.ts';
export {
  callerOf,
  createRoutingBudget,
  defaultRoutingLimits,
  type RoutingBudget,
  scaleRoutingLimits,
} from './routing-budget.ts';

export interface MapsModuleDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Where imported cities are stored. */
  readonly dataDir: string;
  readonly glyphsFolder: string;
  /** Router for the imported city. */
  readonly roads: RoadRouter;
  /** Limits how much each caller may use the router. */
  readonly budget?: RoutingBudget;
  /** Replaces the embedded map service, for example by Google's; the basemap stays the imported city's. */
  readonly external?: MapService | undefined;
  /** The settings with the ISO 3166 country that searches are restricted to; undefined for no restriction. */
  readonly settings?: OperatorSettings;
  /** Without it all times are free-flow times. */
  readonly traffic?: TrafficFactors;
  readonly logger?: StreetTimesLogger;
}

export interface MapsApi {
  readonly service: TimedMapService;
  readonly budget: RoutingBudget;
  /** The city in use; throws `unavailable` before the first import. */
  city(): City & { readonly center: LatLng };
  /** Activates the city imported last if its files are on this machine. Returns whether a city is in use. */
  reload(): Promise<boolean>;
  /** The box (degrees) of the city that `reload` would activate; null without one. */
  importedBox(): Promise<TileBox | null>;
  /** The basemap features in a box (degrees); empty while no city is in use. */
  featuresIn(box: TileBox): Promise<MapFeature[]>;
  /** The suburb around a point; null when it is unknown or no city is in use. */
  quarterAt(point: LatLng): Promise<string | null>;
  /** Path of the road graph of the city in use, which may be missing; null while no city is in use. */
  streetGraphFile(): string | null;
}

export interface MapsModule {
  readonly routes: readonly BoundRoute[];
  readonly api: MapsApi;
}

/** Interval, in ms, at which a running server checks for a city imported by another program. */
const LOOK_FOR_NEW_CITY_MS = 20_000;
/** A point farther than this from every door, in metres, is in no suburb. */
const QUARTER_METRES = 2000;

export function createMapsModule(deps: MapsModuleDeps): MapsModule {
  let current: (City & { readonly center: LatLng }) | undefined;
  let lookedAt = performance.now();
  const city = () => {
    if (performance.now() - lookedAt > LOOK_FOR_NEW_CITY_MS) {
      lookedAt = performance.now();
      // Runs in the background: until it has finished, and if it fails, the city in use stays.
      reload().catch(() => undefined);
    }
    if (!current)
      throw new DomainError(
        'unavailable',
        'No city has been imported yet: npm run map:import -- city.osm.pbf',
      );
    return current;
  };
  const country = async (): Promise<string | undefined> => (await deps.settings?.get())?.country;
  const geocoder = new Geocoder(new GeocoderRepository(deps.pool), city);
  const streetTimes = createStreetTimes(deps.logger ?? { warn: () => undefined });
  const service = withTraffic(
    deps.external ?? createEmbeddedMapService(geocoder, deps.roads, streetTimes, country),
    deps.traffic ?? noTraffic,
  );
  const basemap = new Basemap({ dataDir: deps.dataDir, glyphsFolder: deps.glyphsFolder, city });
  const reload = async (): Promise<boolean> => {
    const active = await activeCity(deps.pool);
    const isNew = active && active.id !== current?.id && isCityReady(deps.dataDir, active);
    if (isNew) {
      const folder = cityFolder(deps.dataDir, active);
      await streetTimes.use(streetGraphFile(folder));
      deps.roads.use({ ...active, graphFolder: roadGraphFolder(folder) });
      current = { ...active, center: await centreOfCity(deps.pool, active) };
    }
    return current !== undefined;
  };
  const importedBox = async (): Promise<TileBox | null> => {
    const active = await activeCity(deps.pool);
    return active && isCityReady(deps.dataDir, active) ? active : null;
  };
  const readFeatures = createFeaturesInBox((z, x, y) => basemap.tile(z, x, y));
  const featuresIn = async (box: TileBox) => (current ? readFeatures(box) : []);
  const stillMaps = createStillMaps({ city, featuresIn: readFeatures });
  const quarterAt = async (point: LatLng) => {
    if (!current) return null;
    const door = await geocoder.nearestDoor(point);
    return door && door.metres <= QUARTER_METRES && door.area !== '' ? door.area : null;
  };
  const graphFile = () => (current ? streetGraphFile(cityFolder(deps.dataDir, current)) : null);
  const budget = deps.budget ?? createRoutingBudget();
  return {
    routes: [
      ...mapsRoutes(service, basemap, stillMaps, budget, deps.clock, country),
      ...hostedMapsRoutes(service, budget, country),
    ],
    api: { service, budget, city, reload, importedBox, featuresIn, quarterAt, streetGraphFile: graphFile },
  };
}
