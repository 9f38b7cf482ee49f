// Converts every element of an OpenStreetMap file to a shape: a point, a line, or an area with holes.
import { type LngLat, signedArea } from './geometry.ts';
import { joinRings } from './join-rings.ts';
import type { OsmFile, Relation, Tags, Way } from './read-osm-pbf.ts';

export type CityShape =
  | { readonly kind: 'point'; readonly at: LngLat; readonly tags: Tags }
  | {
      readonly kind: 'line';
      readonly line: readonly LngLat[];
      readonly refs: readonly number[];
      readonly tags: Tags;
    }
  | {
      readonly kind: 'area';
      readonly polygons: readonly (readonly (readonly LngLat[])[])[];
      readonly tags: Tags;
    };

const AREA_KEYS = [
  'building',
  'landuse',
  'leisure',
  'natural',
  'amenity',
  'shop',
  'tourism',
  'place',
  'office',
];
const LINE_VALUES = new Set(['coastline', 'tree_row', 'cliff', 'ridge', 'track', 'slipway']);

/** Nodes first, then ways, then multipolygons, each in the order of the file. */
export function cityShapes(file: OsmFile): CityShape[] {
  const shapes: CityShape[] = [];
  for (const { id, tags } of file.taggedNodes) {
    const at = file.nodes.lngLat(id);
    if (at) shapes.push({ kind: 'point', at, tags });
  }
  for (const way of file.ways) {
    if (Object.keys(way.tags).length === 0) continue;
    const line = lineOf(way, file);
    if (line.length < 2) continue;
    if (isArea(way)) shapes.push({ kind: 'area', polygons: [[line]], tags: way.tags });
    else shapes.push({ kind: 'line', line, refs: way.refs, tags: way.tags });
  }
  const byId = new Map(file.ways.map((way) => [way.id, way]));
  for (const relation of file.relations) {
    if (relation.tags.type !== 'multipolygon') continue;
    const polygons = multipolygon(relation, byId, file);
    if (polygons.length > 0) shapes.push({ kind: 'area', polygons, tags: relation.tags });
  }
  return shapes;
}

function lineOf(way: Way, file: OsmFile): LngLat[] {
  return way.refs.flatMap((ref) => {
    const at = file.nodes.lngLat(ref);
    return at ? [at] : [];
  });
}

function isArea({ refs, tags }: Way): boolean {
  const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1];
  if (!isClosed || tags.area === 'no') return false;
  if (tags.area === 'yes') return true;
  if (tags.highway || tags.railway || tags.barrier)
    return AREA_KEYS.some((key) => key !== 'barrier' && key in tags);
  if (LINE_VALUES.has(tags.natural ?? '') || LINE_VALUES.has(tags.leisure ?? '')) return false;
  return tags.waterway === undefined || ['riverbank', 'dock', 'boatyard', 'dam'].includes(tags.waterway);
}

/** The outer rings, each with the inner rings inside it. */
function multipolygon(
  relation: Relation,
  ways: ReadonlyMap<number, Way>,
  file: OsmFile,
): (readonly (readonly LngLat[])[])[] {
  const rings = (role: string) =>
    joinRings(
      relation.ways.flatMap(({ id, role: own }) => {
        const way = ways.get(id);
        return way && (own === role || (role === 'outer' && own === '')) ? [way.refs] : [];
      }),
    ).map((refs) => lineOf({ id: 0, refs, tags: {} }, file));
  const inner = rings('inner');
  return rings('outer')
    .filter((ring) => Math.abs(signedArea(ring)) > 0)
    .map((ring) => [ring, ...inner.filter((hole) => hole[0] && contains(ring, hole[0]))]);
}

export function contains(ring: readonly LngLat[], [lng, lat]: LngLat): boolean {
  let inside = false;
  ring.forEach((a, i) => {
    const b = ring[(i + ring.length - 1) % ring.length] ?? a;
    const crosses = a[1] > lat !== b[1] > lat;
    if (crosses && lng < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  });
  return inside;
}
