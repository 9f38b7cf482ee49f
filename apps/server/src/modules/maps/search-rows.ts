// Derives the geocoder's rows from a city's shapes: streets, numbered doors, corners and named places.

import type { CityShape } from './osm/city-shapes.ts';
import { centreOf, type LngLat, metresBetween, middleOf } from './osm/geometry.ts';
import type { Tags } from './osm/read-osm-pbf.ts';
import { placeKind } from './place-kind.ts';
import { searchText } from './search-text.ts';

export interface StreetRow {
  id: number;
  name: string;
  search: string;
  area: string;
  weight: number;
  location: LngLat;
}
export interface AddressRow {
  id: number;
  streetId: number;
  number: number;
  label: string;
  area: string;
  isMain: boolean;
  location: LngLat;
}
export interface CornerRow {
  id: number;
  streetA: number;
  streetB: number;
  area: string;
  location: LngLat;
}
export interface PlaceRow {
  id: number;
  name: string;
  search: string;
  kind: string;
  area: string;
  weight: number;
  location: LngLat;
}
export interface SearchRows {
  cityName: string;
  streets: StreetRow[];
  addresses: AddressRow[];
  corners: CornerRow[];
  places: PlaceRow[];
}

const ROAD_WEIGHTS: Readonly<Record<string, number>> = {
  motorway: 0.9,
  trunk: 1,
  primary: 1,
  secondary: 0.8,
  tertiary: 0.6,
  residential: 0.35,
};
const DRIVABLE =
  /^(motorway|trunk|primary|secondary|tertiary)(_link)?$|^(unclassified|residential|living_street|service|pedestrian|road)$/;
/** A point farther than this from the nearest suburb, in metres, has no suburb. */
const MAX_SUBURB_METRES = 3000;
const SAME_PLACE_METRES = 200;
/**
 * Both carriageways of a dual carriageway cross the same street; crossings within this distance, in metres, are one
 * corner.
 */
const SAME_CORNER_METRES = 120;

/** True for a way that cars may use. */
export const isRoad = (tags: Tags): boolean => DRIVABLE.test(tags.highway ?? '');

/** Ids are positions in the order of the file, so the same file always gives the same ids. */
export function searchRows(shapes: readonly CityShape[], fallbackName: string): SearchRows {
  const areaOf = suburbFinder(shapes);
  const streets = new StreetList(areaOf);
  for (const shape of shapes) if (shape.kind === 'line' && isRoad(shape.tags)) streets.addRoad(shape);
  const addresses = readAddresses(shapes, streets, areaOf);
  return {
    cityName: mostCommonCity(shapes) ?? fallbackName,
    streets: streets.finish(),
    addresses,
    corners: streets.corners(),
    places: readPlaces(shapes, areaOf),
  };
}

export function centreOfShape(shape: CityShape): LngLat {
  if (shape.kind === 'point') return shape.at;
  return shape.kind === 'line' ? middleOf(shape.line) : centreOf(shape.polygons[0]?.[0] ?? []);
}

function suburbFinder(shapes: readonly CityShape[]): (at: LngLat) => string {
  const suburbs = shapes.flatMap((shape) =>
    ['suburb', 'neighbourhood', 'quarter', 'village', 'town'].includes(shape.tags.place ?? '') &&
    shape.tags.name
      ? [
          {
            name: shape.tags.name,
            at: centreOfShape(shape),
            bonus: shape.tags.place === 'neighbourhood' ? 1.5 : 1,
          },
        ]
      : [],
  );
  const nearest = (at: LngLat): string => {
    let best = '';
    let bestMetres = MAX_SUBURB_METRES;
    for (const suburb of suburbs) {
      const metres = metresBetween(at, suburb.at) * suburb.bonus;
      if (metres < bestMetres) {
        bestMetres = metres;
        best = suburb.name;
      }
    }
    return best;
  };
  // The suburb is looked up once for each cell of about 100 m, because neighbouring doors are in the same one.
  const cells = new Map<string, string>();
  return (at) => {
    const key = `${at[0].toFixed(3)},${at[1].toFixed(3)}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const area = nearest(at);
    cells.set(key, area);
    return area;
  };
}

function mostCommonCity(shapes: readonly CityShape[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { tags } of shapes) {
    const city = tags['addr:city'] ?? (tags.place === 'city' ? tags.name : undefined);
    if (city) counts.set(city, (counts.get(city) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

interface GrowingStreet {
  row: StreetRow;
  longest: number;
  roadWeight: number;
  doors: number;
}

class StreetList {
  readonly #bySearch = new Map<string, GrowingStreet>();
  readonly #byNode = new Map<number, { at: LngLat; streets: Set<number> }>();
  readonly #areaOf: (at: LngLat) => string;

  constructor(areaOf: (at: LngLat) => string) {
    this.#areaOf = areaOf;
  }

  addRoad({ line, refs, tags }: Extract<CityShape, { kind: 'line' }>): void {
    if (!tags.name) return;
    const length = line.length;
    const street = this.named(tags.name, middleOf(line));
    street.roadWeight = Math.max(street.roadWeight, ROAD_WEIGHTS[tags.highway ?? ''] ?? 0.2);
    if (length > street.longest) {
      street.longest = length;
      street.row.location = middleOf(line);
    }
    if (refs.length !== line.length) return;
    refs.forEach((ref, i) => {
      const at = line[i];
      if (!at) return;
      const meeting = this.#byNode.get(ref) ?? { at, streets: new Set() };
      meeting.streets.add(street.row.id);
      this.#byNode.set(ref, meeting);
    });
  }

  /** Returns the street with the normalised name, which is one row; the first spelling is the one shown. */
  named(name: string, at: LngLat): GrowingStreet {
    const search = searchText(name);
    const known = this.#bySearch.get(search);
    if (known) return known;
    const row = { id: this.#bySearch.size + 1, name, search, area: '', weight: 0, location: at };
    const street = { row, longest: 0, roadWeight: 0, doors: 0 };
    this.#bySearch.set(search, street);
    return street;
  }

  finish(): StreetRow[] {
    return [...this.#bySearch.values()].map(({ row, roadWeight, doors }) => ({
      ...row,
      area: this.#areaOf(row.location),
      weight: roadWeight * 0.6 + Math.min(1, doors / 1500) * 0.4,
    }));
  }

  corners(): CornerRow[] {
    const rows: CornerRow[] = [];
    const seen = new Map<string, LngLat[]>();
    for (const { at, streets } of this.#byNode.values()) {
      const ids = [...streets].sort((a, b) => a - b);
      for (const [i, streetA] of ids.entries()) {
        for (const streetB of ids.slice(i + 1)) {
          const key = `${streetA}-${streetB}`;
          const earlier = seen.get(key) ?? [];
          if (earlier.some((other) => metresBetween(other, at) < SAME_CORNER_METRES)) continue;
          seen.set(key, [...earlier, at]);
          rows.push({ id: rows.length + 1, streetA, streetB, area: this.#areaOf(at), location: at });
        }
      }
    }
    return rows;
  }
}

function readAddresses(
  shapes: readonly CityShape[],
  streets: StreetList,
  areaOf: (at: LngLat) => string,
): AddressRow[] {
  const rows: AddressRow[] = [];
  for (const shape of shapes) {
    const name = shape.tags['addr:street'];
    const numbers = shape.tags['addr:housenumber'];
    if (!name || !numbers) continue;
    const location = centreOfShape(shape);
    const street = streets.named(name, location);
    const area = areaOf(location);
    let isMain = true;
    for (const label of new Set(numbers.split(/[,;]/).map((part) => part.trim()))) {
      const number = Number.parseInt(label, 10);
      if (!Number.isSafeInteger(number) || number < 0 || number > 999_999) continue;
      rows.push({ id: rows.length + 1, streetId: street.row.id, number, label, area, isMain, location });
      isMain = false;
    }
    if (!isMain) street.doors += 1;
  }
  return rows;
}

function readPlaces(shapes: readonly CityShape[], areaOf: (at: LngLat) => string): PlaceRow[] {
  const rows: PlaceRow[] = [];
  const byName = new Map<string, PlaceRow[]>();
  for (const shape of shapes) {
    const { name } = shape.tags;
    const kind = name ? placeKind(shape.tags) : undefined;
    if (!name || !kind) continue;
    const location = centreOfShape(shape);
    const search = searchText(name);
    const sameName = byName.get(search) ?? [];
    if (sameName.some((other) => metresBetween(other.location, location) < SAME_PLACE_METRES)) continue;
    const isArea = kind.name === 'suburb' || kind.name === 'neighbourhood';
    const row: PlaceRow = {
      id: rows.length + 1,
      name,
      search: isArea ? search : placeSearch(shape.tags, search),
      kind: kind.name,
      area: isArea ? '' : areaOf(location),
      weight: kind.weight,
      location,
    };
    rows.push(row);
    byName.set(search, [...sameName, row]);
  }
  return rows;
}

/** A place is also searched by its alternative names. */
function placeSearch(tags: Tags, search: string): string {
  const others = [tags.alt_name, tags.short_name].flatMap((other) => (other ? [searchText(other)] : []));
  return [...new Set([search, ...others].join(' ').split(' '))].join(' ');
}
