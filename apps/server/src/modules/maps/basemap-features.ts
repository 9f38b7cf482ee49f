// Selects the features of a city that the basemap shows, with the tile layer and the lowest zoom of each.

import type { CityShape } from './osm/city-shapes.ts';
import { type Box, coastOf, isInside } from './osm/coast.ts';
import { centreOf, type LngLat, signedArea } from './osm/geometry.ts';
import { mergeLines, type Piece } from './osm/merge-lines.ts';
import type { Tags } from './osm/read-osm-pbf.ts';
import { placeKind } from './place-kind.ts';

export type BasemapLayer =
  | 'water'
  | 'waterway'
  | 'green'
  | 'landuse'
  | 'aeroway'
  | 'building'
  | 'road'
  | 'rail'
  | 'place'
  | 'poi';

export interface BasemapFeature {
  readonly layer: BasemapLayer;
  readonly minZoom: number;
  readonly geometry: GeoJSON.Geometry;
  readonly properties: Record<string, string | number>;
}

const ROADS: Readonly<Record<string, readonly [roadClass: string, minZoom: number, order: number]>> = {
  motorway: ['motorway', 6, 7],
  trunk: ['trunk', 7, 6],
  primary: ['primary', 8, 5],
  secondary: ['secondary', 10, 4],
  tertiary: ['tertiary', 11, 3],
  unclassified: ['minor', 12, 2],
  residential: ['minor', 12, 2],
  living_street: ['minor', 13, 2],
  road: ['minor', 13, 2],
  pedestrian: ['pedestrian', 13, 1],
  service: ['service', 14, 1],
  track: ['path', 14, 0],
  footway: ['path', 14, 0],
  path: ['path', 14, 0],
  cycleway: ['path', 14, 0],
  steps: ['path', 14, 0],
};
const GREEN: Readonly<Record<string, string>> = {
  park: 'park',
  garden: 'park',
  golf_course: 'park',
  nature_reserve: 'park',
  playground: 'park',
  recreation_ground: 'park',
  village_green: 'park',
  common: 'park',
  grass: 'grass',
  meadow: 'grass',
  grassland: 'grass',
  heath: 'grass',
  scrub: 'grass',
  farmland: 'farmland',
  orchard: 'farmland',
  vineyard: 'farmland',
  forest: 'wood',
  wood: 'wood',
  cemetery: 'cemetery',
  beach: 'sand',
  sand: 'sand',
  wetland: 'wetland',
  pitch: 'pitch',
  stadium: 'pitch',
};
const LANDUSE: Readonly<Record<string, string>> = {
  industrial: 'industrial',
  port: 'industrial',
  railway: 'industrial',
  commercial: 'commercial',
  retail: 'commercial',
  military: 'industrial',
  school: 'institution',
  university: 'institution',
  college: 'institution',
  hospital: 'institution',
  aerodrome: 'aerodrome',
};
const PLACE_ZOOMS: Readonly<Record<string, number>> = {
  city: 4,
  town: 8,
  suburb: 11,
  village: 10,
  quarter: 12,
  neighbourhood: 13,
};
/** Size of an area, in square degrees, from which it is drawn from zoom 8, 10 or 12 on. */
const AREA_ZOOMS: readonly (readonly [number, number])[] = [
  [2e-3, 5],
  [1e-4, 8],
  [1e-5, 10],
  [2e-6, 12],
  [0, 13],
];

/** `box` is the part of the world that is drawn; the sea fills it up to its border. */
export function basemapFeatures(shapes: readonly CityShape[], box: Box): BasemapFeature[] {
  const others = shapes.flatMap((shape) => {
    if (shape.kind === 'line') return roadClassOf(shape.tags) ? [] : lineFeatures(shape);
    if (shape.kind === 'point') return labelFeatures(shape.tags, shape.at, 0);
    const size = Math.max(...shape.polygons.map(([ring]) => Math.abs(signedArea(ring ?? []))));
    const outer = shape.polygons[0]?.[0] ?? [];
    return [...areaFeatures(shape, size), ...labelFeatures(shape.tags, centreOf(outer), size)];
  });
  return [...others, ...coastFeatures(shapes, box), ...roadFeatures(shapes)];
}

/** Width of the sea that is drawn around the roads, in degrees. */
const SEA_MARGIN = 1.5;

function coastFeatures(shapes: readonly CityShape[], { west, south, east, north }: Box): BasemapFeature[] {
  const shores = shapes.flatMap((shape) =>
    shape.kind === 'line' && shape.tags.natural === 'coastline' ? [shape] : [],
  );
  if (shores.length === 0) return [];
  const wide = (margin: number): Box => ({
    west: west - margin,
    south: south - margin,
    east: east + margin,
    north: north + margin,
  });
  const reach = shores.every(({ line }) => line.every((point) => isInside(point, wide(SEA_MARGIN))));
  // A shore must cross the border of the box for the sea to be closed, so the box has no margin when every shore ends
  // inside the margin, as in an extract.
  const { sea, islands } = coastOf(shores, reach ? wide(0) : wide(SEA_MARGIN));
  const area = (layer: BasemapLayer, kind: string, ring: readonly LngLat[]): BasemapFeature => ({
    layer,
    minZoom: 0,
    geometry: { type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [lng, lat])] },
    properties: { class: kind },
  });
  return [
    ...sea.map((ring) => area('water', 'sea', ring)),
    ...islands.map((ring) => area('green', 'island', ring)),
  ];
}

const lineString = (line: readonly LngLat[]): GeoJSON.LineString => ({
  type: 'LineString',
  coordinates: line.map(([lng, lat]) => [lng, lat]),
});

const roadClassOf = (tags: Tags) => ROADS[(tags.highway ?? '').replace('_link', '')];

interface SimilarRoads {
  readonly minZoom: number;
  readonly properties: BasemapFeature['properties'];
  readonly pieces: Piece[];
}

/** Merges roads of the same class and name into as few lines as possible. */
function roadFeatures(shapes: readonly CityShape[]): BasemapFeature[] {
  const alike = new Map<string, SimilarRoads>();
  for (const shape of shapes) {
    const road = shape.kind === 'line' ? roadClassOf(shape.tags) : undefined;
    if (shape.kind !== 'line' || !road) continue;
    const [roadClass, classZoom, order] = road;
    const { tags } = shape;
    const link = /_link$/.test(tags.highway ?? '') ? 1 : 0;
    const look = {
      class: roadClass,
      order,
      link,
      oneway: onewayOf(tags),
      ...structureOf(tags),
      ...nameOf(tags),
    };
    const key = JSON.stringify(look);
    const group: SimilarRoads = alike.get(key) ?? {
      minZoom: Math.max(classZoom, link ? 11 : 0),
      properties: look,
      pieces: [],
    };
    group.pieces.push(shape);
    alike.set(key, group);
  }
  return [...alike.values()].flatMap(({ minZoom, properties, pieces }) =>
    mergeLines(pieces).map((line) => ({
      layer: 'road' as const,
      minZoom,
      geometry: lineString(line),
      properties,
    })),
  );
}

function lineFeatures({ line, tags }: Extract<CityShape, { kind: 'line' }>): BasemapFeature[] {
  const geometry = lineString(line);
  if (tags.railway === 'rail' || tags.railway === 'light_rail') {
    return [
      { layer: 'rail', minZoom: 11, geometry, properties: { class: tags.service ? 'service' : 'main' } },
    ];
  }
  if (['river', 'canal', 'stream'].includes(tags.waterway ?? '')) {
    const minZoom = tags.waterway === 'stream' ? 12 : 8;
    return [
      { layer: 'waterway', minZoom, geometry, properties: { class: tags.waterway ?? '', ...nameOf(tags) } },
    ];
  }
  if (['runway', 'taxiway'].includes(tags.aeroway ?? '')) {
    return [{ layer: 'aeroway', minZoom: 11, geometry, properties: { class: tags.aeroway ?? '' } }];
  }
  return [];
}

function onewayOf(tags: Tags): number {
  if (tags.oneway === '-1') return -1;
  return tags.oneway === 'yes' || tags.junction === 'roundabout' ? 1 : 0;
}

const structureOf = (tags: Tags): { tunnel: number; bridge: number } => ({
  tunnel: tags.tunnel && tags.tunnel !== 'no' ? 1 : 0,
  bridge: tags.bridge && tags.bridge !== 'no' ? 1 : 0,
});

const nameOf = (tags: Tags): Record<string, string> => (tags.name ? { name: tags.name } : {});

function areaFeatures(
  { polygons, tags }: Extract<CityShape, { kind: 'area' }>,
  size: number,
): BasemapFeature[] {
  const geometry: GeoJSON.MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) => rings.map((ring) => ring.map(([lng, lat]) => [lng, lat]))),
  };
  const minZoom = AREA_ZOOMS.find(([smallest]) => size >= smallest)?.[1] ?? 13;
  const area = (layer: BasemapLayer, areaClass: string, zoom = minZoom): BasemapFeature[] => [
    { layer, minZoom: zoom, geometry, properties: { class: areaClass } },
  ];
  const isWater =
    tags.natural === 'water' ||
    ['riverbank', 'dock'].includes(tags.waterway ?? '') ||
    ['reservoir', 'basin'].includes(tags.landuse ?? '') ||
    tags.leisure === 'swimming_pool';
  if (isWater) return area('water', tags.water ?? (tags.leisure ? 'pool' : 'lake'));
  if (tags.place === 'islet' || tags.place === 'island') return area('green', 'island');
  const green = GREEN[tags.leisure ?? ''] ?? GREEN[tags.landuse ?? ''] ?? GREEN[tags.natural ?? ''];
  if (green) return area('green', green);
  if (tags.building && tags.building !== 'no') return area('building', 'building', 14);
  const landuse = LANDUSE[tags.landuse ?? ''] ?? LANDUSE[tags.amenity ?? ''] ?? LANDUSE[tags.aeroway ?? ''];
  if (landuse) return area('landuse', landuse);
  if (tags.highway) return area('aeroway', 'square', 14);
  if (tags.aeroway === 'apron') return area('aeroway', 'apron', 12);
  return [];
}

function labelFeatures(tags: Tags, at: LngLat, size: number): BasemapFeature[] {
  const kind = tags.name ? placeKind(tags) : undefined;
  if (!tags.name || !kind) return [];
  const geometry: GeoJSON.Point = { type: 'Point', coordinates: [at[0], at[1]] };
  const zoom = PLACE_ZOOMS[kind.name];
  if (tags.place && zoom !== undefined) {
    return [{ layer: 'place', minZoom: zoom, geometry, properties: { class: kind.name, name: tags.name } }];
  }
  const rank = Math.round((1 - kind.weight) * 100);
  const minZoom =
    kind.weight >= 0.75 && (size > 1e-5 || kind.weight >= 0.95) ? 12 : kind.weight >= 0.55 ? 13 : 14;
  return [{ layer: 'poi', minZoom, geometry, properties: { class: kind.name, name: tags.name, rank } }];
}

/** Smallest box around all roads, for the initial view of the map style. */
export function boundsOf(lines: readonly (readonly LngLat[])[]): [number, number, number, number] {
  let west = 180;
  let south = 90;
  let east = -180;
  let north = -90;
  for (const line of lines) {
    for (const [lng, lat] of line) {
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  return [west, south, east, north];
}
