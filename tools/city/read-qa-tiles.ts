// Reads OpenStreetMap QA tiles from an npm package as features with integer coordinates that span the whole world.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';

/** Units per tile side: 2^12 tiles at zoom 12 with 2^20 units each span 2^32 units, about a centimetre each. */
const EXTENT = 1_048_576;
const WORLD_UNITS = 2 ** 32;

export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

export interface QaFeature {
  readonly osmId: number;
  readonly shape: 'point' | 'line' | 'area';
  /** One list of points for each point or part of a line, or for each ring of an area. */
  readonly parts: readonly (readonly WorldPoint[])[];
  readonly tags: Readonly<Record<string, string>>;
}

const shapes = { 1: 'point', 2: 'line', 3: 'area' } as const;

/** Reads all features from a folder of `z-x-y.mvt` tiles in a fixed order; features are cut at tile borders. */
export function readQaTiles(folder: string): QaFeature[] {
  const features: QaFeature[] = [];
  for (const file of readdirSync(folder).sort()) {
    const match = /^12-(\d+)-(\d+)\.mvt$/.exec(file);
    if (!match) continue;
    const originX = Number(match[1]) * EXTENT;
    const originY = Number(match[2]) * EXTENT;
    const layer = new VectorTile(new Pbf(readFileSync(join(folder, file)))).layers.osm;
    if (!layer || layer.extent !== EXTENT) throw new Error(`${file} has no layer "osm" of extent ${EXTENT}`);
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i);
      const shape = feature.type === 0 ? undefined : shapes[feature.type];
      if (!shape) continue;
      features.push({
        osmId: Number(feature.properties['@id']),
        shape,
        parts: feature
          .loadGeometry()
          .map((part) => part.map(({ x, y }) => ({ x: originX + x, y: originY + y }))),
        tags: textTags(feature.properties),
      });
    }
  }
  return features;
}

function textTags(properties: Record<string, unknown>): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const key of Object.keys(properties).sort()) {
    if (!key.startsWith('@')) tags[key] = String(properties[key]);
  }
  return tags;
}

/** Converts a point to longitude and latitude in units of 1e-7 degree. */
export function toE7({ x, y }: WorldPoint): { lngE7: number; latE7: number } {
  const lng = (x / WORLD_UNITS) * 360 - 180;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD_UNITS))) * 180) / Math.PI;
  return { lngE7: Math.round(lng * 1e7), latE7: Math.round(lat * 1e7) };
}

export function fromLngLat(lng: number, lat: number): WorldPoint {
  const phi = (lat * Math.PI) / 180;
  return {
    x: Math.round(((lng + 180) / 360) * WORLD_UNITS),
    y: Math.round(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * WORLD_UNITS),
  };
}
