// Cuts the basemap into vector tiles once, at import, so that the server only reads a small file for each tile.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { BasemapFeature } from './basemap-features.ts';

/** Clients overzoom these tiles at closer zooms. At zoom 14 one tile unit is half a metre. */
export const MAX_TILE_ZOOM = 14;
const EXTENT = 4096;
/** Tiles are cut around the roads too, in degrees: CLOSE_MARGIN from CLOSE_ZOOM on, WIDE_MARGIN at lower zooms. */
const CLOSE_ZOOM = 12;
const CLOSE_MARGIN = 0.12;
const WIDE_MARGIN = 1.5;

export interface TileBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const tileFile = (folder: string, z: number, x: number, y: number): string =>
  join(folder, `${z}`, `${x}`, `${y}.mvt.gz`);

/** Writes `z/x/y.mvt.gz` for every tile in and around the box that is not empty; returns the number of tiles. */
export async function cutTiles(
  features: readonly BasemapFeature[],
  box: TileBox,
  folder: string,
): Promise<number> {
  const indexes = indexByLayer(features);
  let written = 0;
  for (let z = 0; z <= MAX_TILE_ZOOM; z++) {
    const margin = z < CLOSE_ZOOM ? WIDE_MARGIN : CLOSE_MARGIN;
    const from = tileAt(box.west - margin, box.north + margin, z);
    const to = tileAt(box.east + margin, box.south - margin, z);
    for (let x = from.x; x <= to.x; x++) {
      let folderMade = false;
      for (let y = from.y; y <= to.y; y++) {
        const tile = encodeTile(indexes, z, x, y);
        if (!tile) continue;
        if (!folderMade) await mkdir(join(folder, `${z}`, `${x}`), { recursive: true });
        folderMade = true;
        await writeFile(tileFile(folder, z, x, y), tile);
        written += 1;
      }
    }
  }
  return written;
}

function indexByLayer(features: readonly BasemapFeature[]): Map<string, GeoJSONVT> {
  const byLayer = new Map<string, GeoJSON.Feature[]>();
  for (const { layer, minZoom, geometry, properties } of features) {
    const list = byLayer.get(layer) ?? [];
    list.push({ type: 'Feature', geometry, properties: { ...properties, minZoom } });
    byLayer.set(layer, list);
  }
  const options = { maxZoom: MAX_TILE_ZOOM, indexMaxZoom: 0, extent: EXTENT, buffer: 96, tolerance: 3 };
  return new Map(
    [...byLayer].map(([layer, list]) => [
      layer,
      new GeoJSONVT({ type: 'FeatureCollection', features: list }, options),
    ]),
  );
}

function encodeTile(
  indexes: ReadonlyMap<string, GeoJSONVT>,
  z: number,
  x: number,
  y: number,
): Buffer | undefined {
  const layers: Record<string, GeoJSONVTTile> = {};
  for (const [name, index] of indexes) {
    const tile = index.getTile(z, x, y);
    if (!tile) continue;
    const features = tile.features.filter((feature) => Number(feature.tags?.minZoom ?? 0) <= z);
    for (const feature of features) feature.tags = withoutMinZoom(feature.tags);
    if (features.length > 0) layers[name] = Object.assign(tile, { features });
  }
  if (Object.keys(layers).length === 0) return undefined;
  return gzipSync(fromGeojsonVt(layers, { version: 2, extent: EXTENT }), { level: 6 });
}

function withoutMinZoom(tags: GeoJSON.GeoJsonProperties): GeoJSON.GeoJsonProperties {
  if (!tags) return null;
  const { minZoom: _, ...rest } = tags;
  return rest;
}

/** The tile of a zoom that contains a point. */
export function tileAt(lng: number, lat: number, z: number): { x: number; y: number } {
  const count = 2 ** z;
  const clamp = (value: number) => Math.min(count - 1, Math.max(0, Math.floor(value)));
  const phi = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180;
  return {
    x: clamp(((lng + 180) / 360) * count),
    y: clamp(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * count),
  };
}
