// Generates the OpenStreetMap data of a town with a rectangular street grid, for tests and demonstrations of a second
// city.
import type { OsmData, OsmNode, OsmWay, Tags } from './osm-elements.ts';

export interface GridCity {
  name: string;
  /** Centre of the town in degrees. */
  lat: number;
  lng: number;
  /** Number of streets in each direction; defaults to 8. */
  streets?: number;
}

/** Distance between two streets in degrees: about 140 m from north to south. */
const BLOCK_DEGREES = 0.00125;
/** First ids of nodes and ways; crossings begin at 1. */
const HOUSES = 10_000;
const CENTRE = 99_999;
const STREETS = 100_001;
const AVENUES = 200_001;
const toE7 = (degrees: number): number => Math.round(degrees * 1e7);

/**
 * Streets are named Calle 1, Calle 2 and so on from the south, and Avenida 1, Avenida 2 and so on from the west. Each
 * block of a Calle has one house; the first is Calle 1 101.
 */
export function gridCity({ name, lat, lng, streets = 8 }: GridCity): OsmData {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  const south = lat - ((streets - 1) / 2) * BLOCK_DEGREES;
  const west = lng - ((streets - 1) / 2) * BLOCK_DEGREES;
  const idAt = (row: number, column: number): number => row * streets + column + 1;
  const addNode = (id: number, at: { lat: number; lng: number }, tags: Tags = {}): void => {
    nodes.push({ id, latE7: toE7(at.lat), lngE7: toE7(at.lng), tags });
  };
  const placeOf = (row: number, column: number) => ({
    lat: south + row * BLOCK_DEGREES,
    lng: west + column * BLOCK_DEGREES,
  });
  const along = Array.from({ length: streets }, (_, index) => index);

  for (const row of along) for (const column of along) addNode(idAt(row, column), placeOf(row, column));
  for (const number of along) {
    const tags = { highway: 'residential' };
    const street = `Calle ${number + 1}`;
    const avenue = `Avenida ${number + 1}`;
    ways.push(
      { id: STREETS + number, refs: along.map((one) => idAt(number, one)), tags: { ...tags, name: street } },
      { id: AVENUES + number, refs: along.map((one) => idAt(one, number)), tags: { ...tags, name: avenue } },
    );
    for (const block of along.slice(1)) {
      const at = placeOf(number, block - 0.5);
      addNode(
        HOUSES + number * streets + block,
        { lat: at.lat + 0.0001, lng: at.lng },
        {
          'addr:street': street,
          'addr:housenumber': String(block * 100 + 1),
        },
      );
    }
  }
  addNode(CENTRE, { lat, lng }, { place: 'city', name });
  return { nodes, ways, relations: [] };
}
