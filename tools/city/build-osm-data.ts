// Converts features that are cut at tile borders to OpenStreetMap nodes, ways and relations, joined by coordinate.
import type { OsmData, OsmNode, OsmRelation, OsmWay, Tags } from '@kerb/testing/osm';
import { type QaFeature, toE7, type WorldPoint } from './read-qa-tiles.ts';

/** First generated id, far above the ids of OpenStreetMap, so that original ids remain recognisable. */
const MADE_UP_IDS = 20_000_000_000;

/** A feature is included when it has one of these tags; the other features of the tiles are survey metadata. */
const kinds = new Set(
  `highway addr:housenumber place natural waterway landuse leisure amenity shop tourism office building
   aeroway railway historic healthcare man_made`.split(/\s+/),
);
/** Tags that an included feature retains: names, and the tags that routing, search and the map use. */
const includedTags = new Set([
  ...kinds,
  ...`name alt_name short_name name:es name:en oneway maxspeed lanes surface access motor_vehicle vehicle
   motorcar bicycle foot junction bridge tunnel layer ref service area addr:street addr:city water barrier
   brand operator oneway:bicycle toll traffic_signals:direction`.split(/\s+/),
]);
const TOO_SMALL_TO_MATTER = new Set(['tree', 'street_lamp', 'milestone']);

export function buildOsmData(features: readonly QaFeature[], sea: readonly WorldPoint[]): OsmData {
  const nodes = new NodeIndex();
  const wanted = features.flatMap((feature) => {
    const tags = tagsToInclude(feature.tags);
    return tags ? [{ ...feature, tags }] : [];
  });
  for (const { shape, parts, osmId, tags } of wanted) {
    const at = parts[0]?.[0];
    if (shape === 'point' && at) nodes.addOriginal(osmId, at, tags);
  }
  const ways = new WayList(nodes);
  for (const feature of largestPieceFirst(wanted)) ways.add(feature);
  ways.addSea(sea);
  return { nodes: nodes.all(), ways: ways.ways, relations: ways.relations };
}

function tagsToInclude(tags: Tags): Tags | undefined {
  const result: Record<string, string> = {};
  for (const [key, value] of Object.entries(tags)) if (includedTags.has(key)) result[key] = value;
  const isWanted = Object.keys(result).some((key) => kinds.has(key));
  const isNoise = TOO_SMALL_TO_MATTER.has(result.natural ?? result.highway ?? '');
  return isWanted && !isNoise ? result : undefined;
}

/** Sorts the largest pieces first: of the pieces of a feature other than a road, only the first retains the name. */
function largestPieceFirst(features: readonly QaFeature[]): QaFeature[] {
  const points = (feature: QaFeature) => feature.parts.reduce((sum, part) => sum + part.length, 0);
  return [...features].sort((a, b) => points(b) - points(a) || a.osmId - b.osmId);
}

/** Index of nodes by coordinate, so that a tagged point on a line, such as a traffic signal, becomes its vertex. */
class NodeIndex {
  readonly #nodes: OsmNode[] = [];
  readonly #byCoordinate = new Map<string, number>();
  #next = MADE_UP_IDS;

  addOriginal(id: number, point: WorldPoint, tags: Tags): void {
    this.#nodes.push({ id, ...toE7(point), tags });
    const isOnRoads = 'highway' in tags || 'barrier' in tags || 'railway' in tags;
    const key = `${point.x}:${point.y}`;
    if (isOnRoads || !this.#byCoordinate.has(key)) this.#byCoordinate.set(key, id);
  }

  idAt(point: WorldPoint): number {
    const key = `${point.x}:${point.y}`;
    const known = this.#byCoordinate.get(key);
    if (known !== undefined) return known;
    const id = this.#next++;
    this.#byCoordinate.set(key, id);
    this.#nodes.push({ id, ...toE7(point), tags: {} });
    return id;
  }

  all(): OsmNode[] {
    return this.#nodes;
  }
}

class WayList {
  readonly ways: OsmWay[] = [];
  readonly relations: OsmRelation[] = [];
  readonly #nodes: NodeIndex;
  readonly #used = new Set<number>();
  #next = MADE_UP_IDS;

  constructor(nodes: NodeIndex) {
    this.#nodes = nodes;
  }

  add({ shape, parts, osmId, tags }: QaFeature): void {
    if (shape === 'line') for (const part of parts) this.#way(osmId, part, tags);
    if (shape === 'area') for (const rings of ringGroups(parts)) this.#area(osmId, rings, tags);
  }

  addSea(ring: readonly WorldPoint[]): void {
    this.#way(this.#next++, ring, { natural: 'water', water: 'sea', name: 'Río de la Plata' });
  }

  #area(osmId: number, rings: readonly (readonly WorldPoint[])[], tags: Tags): void {
    const [outer, ...inner] = rings;
    if (!outer) return;
    if (inner.length === 0) {
      this.#way(osmId, outer, tags);
      return;
    }
    const members = rings.map((ring, i) => ({
      way: this.#way(this.#next++, ring, {}),
      role: i === 0 ? ('outer' as const) : ('inner' as const),
    }));
    this.relations.push({ id: osmId, members, tags: { ...tags, type: 'multipolygon' } });
  }

  #way(osmId: number, points: readonly WorldPoint[], tags: Tags): number {
    const refs = points.map((point) => this.#nodes.idAt(point)).filter((ref, i, all) => ref !== all[i - 1]);
    if (refs.length < 2) return 0;
    const isFirstPiece = !this.#used.has(osmId);
    const id = isFirstPiece ? osmId : this.#next++;
    this.#used.add(id);
    this.ways.push({ id, refs, tags: isFirstPiece || tags.highway ? tags : withoutName(tags) });
    return id;
  }
}

function withoutName(tags: Tags): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !/name|^addr:/.test(key)));
}

/** Groups each outer ring with the holes that follow it; in tiles, holes have the opposite winding direction. */
function ringGroups(parts: readonly (readonly WorldPoint[])[]): (readonly WorldPoint[])[][] {
  const groups: (readonly WorldPoint[])[][] = [];
  for (const ring of parts) {
    const current = groups[groups.length - 1];
    if (signedArea(ring) >= 0 || !current) groups.push([ring]);
    else current.push(ring);
  }
  return groups;
}

function signedArea(ring: readonly WorldPoint[]): number {
  const origin = ring[0];
  if (!origin) return 0;
  let sum = 0;
  ring.forEach((point, i) => {
    const next = ring[(i + 1) % ring.length] ?? origin;
    sum += (point.x - origin.x) * (next.y - origin.y) - (next.x - origin.x) * (point.y - origin.y);
  });
  return sum;
}
