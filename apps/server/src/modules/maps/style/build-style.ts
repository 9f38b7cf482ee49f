// Builds the MapLibre style of the basemap for a theme: areas, roads by class, and labels.
import { areaLayers } from './area-layers.ts';
import { labelLayers } from './label-layers.ts';
import { type MapTheme, palettes } from './palette.ts';
import { roadLayers } from './road-layers.ts';
import type { Layer } from './style-layer.ts';

export type { MapTheme } from './palette.ts';

export const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>';

export interface StyleOptions {
  readonly theme: MapTheme;
  readonly origin: string;
  readonly maxTileZoom: number;
  readonly city: {
    readonly name: string;
    readonly fileHash: string;
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  };
}

/** Tiles are requested up to this far outside the city, in degrees. */
const MARGIN = 1.5;
const FIRST_ZOOM = 12;

export function buildStyle({ theme, origin, city, maxTileZoom }: StyleOptions) {
  const colours = palettes[theme];
  const maps = `${origin}/api/v1/maps`;
  const layers: Layer[] = [...areaLayers(colours), ...roadLayers(colours), ...labelLayers(colours)];
  return {
    version: 8 as const,
    name: `${city.name}, ${theme}`,
    center: [(city.west + city.east) / 2, (city.south + city.north) / 2],
    zoom: FIRST_ZOOM,
    metadata: { bounds: [city.west, city.south, city.east, city.north] },
    glyphs: `${maps}/glyphs/{fontstack}/{range}.pbf`,
    sources: {
      city: {
        type: 'vector',
        // The version in the address prevents that cached tiles of a previous city are shown.
        tiles: [`${maps}/tiles/{z}/{x}/{y}.mvt?v=${city.fileHash.slice(0, 8)}`],
        minzoom: 0,
        maxzoom: maxTileZoom,
        bounds: [city.west - MARGIN, city.south - MARGIN, city.east + MARGIN, city.north + MARGIN],
        attribution: ATTRIBUTION,
      },
    },
    layers,
  };
}
