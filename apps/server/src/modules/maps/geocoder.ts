// Geocoder for the city in use: suggests places for a typed query, and addresses for points.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { LRUCache } from 'lru-cache';
import type { AutocompleteOptions, FoundPlace, PlaceSuggestion } from '../../ports/maps.ts';
import type { City } from './city.repository.ts';
import type { CornerRow, DoorRow, GeocoderRepository, NameRow, NearestDoor } from './geocoder.repository.ts';
import { type PlaceRowKind, placeId, readPlaceId } from './place-id.ts';
import { fit, score, WORST_SHOWN_FIT } from './rank-matches.ts';
import { type AddressQuery, readQuery } from './search-text.ts';

/** A street without the requested number is shown with its nearest door if the numbers differ by at most this. */
const MAX_NUMBER_DISTANCE = 60;
/** Doors are looked up on this number of the best-ranked streets only. */
const STREETS_SEARCHED_FOR_DOORS = 12;

const REMEMBERED_SEARCHES = 500;

interface Match {
  readonly suggestion: PlaceSuggestion;
  readonly score: number;
}

interface Scored<Row> {
  readonly row: Row;
  readonly fit: number;
}

export class Geocoder {
  readonly #repository: GeocoderRepository;
  readonly #city: () => City;
  readonly #searched = new LRUCache<string, readonly NameRow[]>({ max: REMEMBERED_SEARCHES });

  constructor(repository: GeocoderRepository, city: () => City) {
    this.#repository = repository;
    this.#city = city;
  }

  async autocomplete(text: string, { near, limit }: AutocompleteOptions): Promise<PlaceSuggestion[]> {
    const query = readQuery(text);
    if (query.whole.length < 2) return [];
    const city = this.#city();
    const texts = [...new Set([query.street, query.whole, ...(query.corner ?? [])])];
    const names = await this.#names(city.id, texts);
    const finder = new Finder(city, query, near);
    const [corners, doors] = await Promise.all([
      this.#corners(city, finder, names),
      this.#doors(city, finder, names),
    ]);
    const matches = [...corners, ...doors, ...finder.names(names)];
    return best(matches, limit);
  }

  /** Cached, because users often type the same beginnings and the names of a city in use do not change. */
  async #names(cityId: number, texts: readonly string[]): Promise<readonly NameRow[]> {
    const key = `${cityId} ${texts.join('|')}`;
    const known = this.#searched.get(key);
    if (known) return known;
    const names = await this.#repository.names(cityId, texts);
    this.#searched.set(key, names);
    return names;
  }

  async #corners(city: City, finder: Finder, names: readonly NameRow[]): Promise<Match[]> {
    const { corner } = finder.query;
    if (!corner) return [];
    const streets = names.filter((row) => row.source === 'street');
    const [first, second] = corner.map((half) => rank(streets, half.split(' ')).slice(0, 10));
    if (!first?.length || !second?.length) return [];
    const ids = (list: readonly Scored<NameRow>[]) => list.map(({ row }) => row.id);
    const rows = await this.#repository.corners(city.id, ids(first), ids(second));
    return rows.flatMap((row) => finder.corner(row, first, second));
  }

  async #doors(city: City, finder: Finder, names: readonly NameRow[]): Promise<Match[]> {
    const { number, street } = finder.query;
    if (number === undefined) return [];
    const streets = rank(unique(names.filter((row) => row.source === 'street')), street.split(' '));
    const chosen = streets.slice(0, STREETS_SEARCHED_FOR_DOORS);
    if (chosen.length === 0) return [];
    const rows = await this.#repository.doors(
      city.id,
      chosen.map(({ row }) => row.id),
      number,
    );
    return chosen.flatMap((scored) =>
      finder.doors(
        scored,
        rows.filter((row) => row.streetId === scored.row.id),
      ),
    );
  }

  async coordsOf(id: string): Promise<FoundPlace> {
    const city = this.#city();
    const place = readPlaceId(city.fileHash, id);
    const found = place && (await this.#find(city, id, place));
    if (!found) throw new DomainError('place_to_coords_error');
    return found;
  }

  async #find(
    city: City,
    id: string,
    { kind, row }: { kind: PlaceRowKind; row: number },
  ): Promise<FoundPlace | undefined> {
    switch (kind) {
      case 'street': {
        const street = await this.#repository.street(city.id, row);
        return street && found(city, { id, kind, main: street.name }, street);
      }
      case 'place': {
        const place = await this.#repository.place(city.id, row);
        return place && found(city, { id, kind, main: place.name }, place);
      }
      case 'address': {
        const door = await this.#repository.door(city.id, row);
        const street = door && (await this.#repository.street(city.id, door.streetId));
        return street && found(city, { id, kind, main: `${street.name} ${door.label}` }, door);
      }
      case 'intersection': {
        const corner = await this.#repository.corner(city.id, row);
        if (!corner) return undefined;
        const [a, b] = await Promise.all([
          this.#repository.street(city.id, corner.streetA),
          this.#repository.street(city.id, corner.streetB),
        ]);
        return a && b && found(city, { id, kind, main: cornerName(a.name, b.name) }, corner);
      }
    }
  }

  nearestDoor(at: LatLng): Promise<NearestDoor | undefined> {
    return this.#repository.nearestDoor(this.#city().id, at);
  }

  /** "Avenida 18 de Julio 1453, Centro, Montevideo" */
  describe(main: string, area: string): string {
    return describe(this.#city(), main, area);
  }
}

const secondary = (city: City, area: string): string =>
  area === '' || area === city.name ? city.name : `${area}, ${city.name}`;

const describe = (city: City, main: string, area: string): string => `${main}, ${secondary(city, area)}`;

const found = (
  city: City,
  { id, kind, main }: { id: string; kind: PlaceRowKind; main: string },
  row: { area: string; lat: number; lng: number },
): FoundPlace => ({
  place_id: id,
  description: describe(city, main, row.area),
  main,
  secondary: secondary(city, row.area),
  kind,
  coords: { lat: row.lat, lng: row.lng },
});

/**
 * Whether a neighbouring door is suggested. A number of one or two digits may be incomplete, so its neighbours are not.
 */
const isNeighbour = (number: number, houseNumber: number): boolean =>
  houseNumber >= 100 && Math.abs(number - houseNumber) <= MAX_NUMBER_DISTANCE;

const cornerName = (a: string, b: string): string => `${a} y ${b}`;

/** Collects and scores the matches of one query. */
class Finder {
  readonly query: AddressQuery;
  readonly #city: City;
  readonly #near: LatLng | undefined;

  constructor(city: City, query: AddressQuery, near: LatLng | undefined) {
    this.query = query;
    this.#city = city;
    this.#near = near;
  }

  names(rows: readonly NameRow[]): Match[] {
    const whole = this.query.whole.split(' ');
    return rank(unique(rows), whole).map(({ row, fit: value }) =>
      this.#match(row.source, row.id, row.name, row, value, row.weight),
    );
  }

  doors({ row: street, fit: value }: Scored<NameRow>, doors: readonly DoorRow[]): Match[] {
    const houseNumber = this.query.number ?? 0;
    const exact = doors.filter((door) => door.number === houseNumber);
    const nearest = [...doors]
      .sort((a, b) => Math.abs(a.number - houseNumber) - Math.abs(b.number - houseNumber))
      .slice(0, 1);
    const shown = exact.length > 0 ? exact : nearest.filter((door) => isNeighbour(door.number, houseNumber));
    // The exact door matches the whole query, a neighbouring one only most of it.
    const quality = exact.length > 0 ? 1.15 : 0.92;
    return shown.map((door) =>
      this.#match('address', door.id, `${street.name} ${door.label}`, door, value * quality, street.weight),
    );
  }

  corner(row: CornerRow, first: readonly Scored<NameRow>[], second: readonly Scored<NameRow>[]): Match[] {
    const lookUp = (list: readonly Scored<NameRow>[], id: number) =>
      list.find((scored) => scored.row.id === id);
    const pairs = [
      [lookUp(first, row.streetA), lookUp(second, row.streetB)],
      [lookUp(first, row.streetB), lookUp(second, row.streetA)],
    ] as const;
    return pairs.flatMap(([a, b]) => {
      if (!a || !b) return [];
      const name = cornerName(a.row.name, b.row.name);
      const weight = (a.row.weight + b.row.weight) / 2;
      return [this.#match('intersection', row.id, name, row, Math.min(a.fit, b.fit) * 1.05, weight)];
    });
  }

  #match(
    kind: PlaceRowKind,
    id: number,
    main: string,
    row: { area: string; lat: number; lng: number },
    value: number,
    weight: number,
  ): Match {
    const area = this.query.area;
    const context = readQuery(secondary(this.#city, row.area)).whole;
    return {
      suggestion: {
        place_id: placeId(this.#city.fileHash, kind, id),
        description: describe(this.#city, main, row.area),
        main,
        secondary: secondary(this.#city, row.area),
        kind,
      },
      score: score({
        fit: value,
        weight,
        kmAway: this.#near && distanceKm(this.#near, { lat: row.lat, lng: row.lng }),
        areaFit: area === '' || context === '' ? 0 : fit(area.split(' '), context.split(' ')),
      }),
    };
  }
}

function rank(rows: readonly NameRow[], words: readonly string[]): Scored<NameRow>[] {
  return rows
    .map((row) => ({ row, fit: fit(words, row.search.split(' ')) }))
    .filter((scored) => scored.fit >= WORST_SHOWN_FIT)
    .sort((a, b) => b.fit + 0.22 * b.row.weight - (a.fit + 0.22 * a.row.weight));
}

/** Removes duplicates of rows that were found by two texts. */
function unique(rows: readonly NameRow[]): NameRow[] {
  return [...new Map(rows.map((row) => [`${row.source}${row.id}`, row])).values()];
}

/** The best matches first; only the best one of each description. */
function best(matches: readonly Match[], limit: number): PlaceSuggestion[] {
  const shown = new Map<string, PlaceSuggestion>();
  for (const { suggestion } of [...matches].sort((a, b) => b.score - a.score)) {
    if (!shown.has(suggestion.description)) shown.set(suggestion.description, suggestion);
    if (shown.size === limit) break;
  }
  return [...shown.values()];
}
