// Reads the basemap features in a box, as coordinates, for maps drawn by the server such as the one on a receipt.
import { gunzipSync } from 'node:zlib';
import type { LatLng } from '@kerb/domain/geo';
import { classifyRings, VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import { MAX_TILE_ZOOM, type TileBox, tileAt } from './cut-tiles.ts';

export type MapFeature =
  /** The outline first, then the holes in it. */
  | { kind: 'area'; layer: 'water' | 'green'; rings: LatLng[][] }
  | { kind: 'line'; layer: 'road' | 'waterway'; class: string; points: LatLng[] };

/** Enough detail for a small map. */
const MAX_TILES = 9;

interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** The tiles that cover the box, at the deepest zoom that needs at most MAX_TILES. */
function tilesOver(box: TileBox): TilePlace[] {
  for (let z = MAX_TILE_ZOOM; z >= 0; z--) {
    const from = tileAt(box.west, box.north, z);
    const to = tileAt(box.east, box.south, z);
    const wide = to.x - from.x + 1;
    const high = to.y - from.y + 1;
    if (wide * high > MAX_TILES) continue;
    return Array.from({ length: wide * high }, (_, index) => ({
      z,
      x: from.x + (index % wide),
      y: from.y + Math.floor(index / wide),
    }));
  }
  return [];
}

/** Returns a function that converts a point of a tile to degrees; the tile is `extent` units wide. */
function placeIn({ z, x, y }: TilePlace, extent: number): (point: { x: number; y: number }) => LatLng {
  const count = 2 ** z;
  return (point) => {
    const north = Math.PI * (1 - (2 * (y + point.y / extent)) / count);
    return {
      lat: (Math.atan(Math.sinh(north)) * 180) / Math.PI,
      lng: ((x + point.x / extent) / count) * 360 - 180,
    };
  };
}

function featuresOf(tile: Buffer, place: TilePlace): MapFeature[] {
  const { layers } = new VectorTile(new Pbf(gunzipSync(tile)));
  const found: MapFeature[] = [];
  for (const name of ['water', 'green', 'waterway', 'road'] as const) {
    const layer = layers[name];
    if (!layer) continue;
    const degrees = placeIn(place, layer.extent);
    for (let index = 0; index < layer.length; index++) {
      const feature = layer.feature(index);
      const geometry = feature.loadGeometry();
      if (name === 'water' || name === 'green') {
        for (const rings of classifyRings(geometry))
          found.push({ kind: 'area', layer: name, rings: rings.map((ring) => ring.map(degrees)) });
      } else {
        const kind = String(feature.properties.class ?? '');
        for (const line of geometry)
          found.push({ kind: 'line', layer: name, class: kind, points: line.map(degrees) });
      }
    }
  }
  return found;
}

/** Water, greens, waterways and roads. A road may be in several pieces, because it is cut at the border of a tile. */
export function createFeaturesInBox(
  readTile: (z: number, x: number, y: number) => Promise<Buffer | undefined>,
) {
  return async function featuresInBox(box: TileBox): Promise<MapFeature[]> {
    const tiles = await Promise.all(
      tilesOver(box).map(async (place) => ({ place, tile: await readTile(place.z, place.x, place.y) })),
    );
    return tiles.flatMap(({ place, tile }) => (tile ? featuresOf(tile, place) : []));
  };
}
