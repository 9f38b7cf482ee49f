// Front door of the maps module: the city that is served, its map service and its basemap.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type pg from 'pg';
import type { BoundRoute } from '../../kit/http/route.ts';
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
  /** Where imported cities are stored. */
  readonly dataDir: string;
  readonly glyphsFolder: string;
  /** Routes in the imported city. */
  readonly roads: RoadRouter;
  /** What each caller may ask of it. */
  readonly budget?: RoutingBudget;
  /** Answers instead of the embedded service, such as Google's; the basemap stays the imported city's. */
  readonly external?: MapService | undefined;
  /** ISO 3166 code searches are restricted to, from the settings; undefined for no restriction. */
  readonly settings?: OperatorSettings;
  /** Without it every time is the one without traffic. */
  readonly traffic?: TrafficFactors;
  readonly logger?: StreetTimesLogger;
}

export interface MapsApi {
  readonly service: TimedMapService;
  readonly budget: RoutingBudget;
  /** The city in use; throws `unavailable` before the first import. */
  city(): City & { readonly center: LatLng };
  /** Takes over the city imported last, when its files are on this machine. Answers whether one is in use. */
  reload(): Promise<boolean>;
  /** The box (degrees) of the city that `reload` would take over, also before it has; null without one. */
  importedBox(): Promise<TileBox | null>;
  /** What the basemap shows in a box (degrees); nothing while no city is in use. */
  featuresIn(box: TileBox): Promise<MapFeature[]>;
  /** The quarter of the city around a point; null where none is known or no city is in use. */
  quarterAt(point: LatLng): Promise<string | null>;
  /** The file with the road graph of the city in use; null while none is. It may be missing. */
  streetGraphFile(): string | null;
}

export interface MapsModule {
  readonly routes: readonly BoundRoute[];
  readonly api: MapsApi;
}

/** How soon a running server takes over a city imported by another program. */
const LOOK_FOR_NEW_CITY_MS = 20_000;
/** A point farther from every door is in no quarter. */
const QUARTER_METRES = 2000;

export function createMapsModule(deps: MapsModuleDeps): MapsModule {
  let current: (City & { readonly center: LatLng }) | undefined;
  let lookedAt = performance.now();
  const city = () => {
    if (performance.now() - lookedAt > LOOK_FOR_NEW_CITY_MS) {
      lookedAt = performance.now();
      // In the background: until it is known, and if it cannot be read, the city in use answers.
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
      ...mapsRoutes(service, basemap, stillMaps, budget, country),
      ...hostedMapsRoutes(service, budget, country),
    ],
    api: { service, budget, city, reload, importedBox, featuresIn, quarterAt, streetGraphFile: graphFile },
  };
}
