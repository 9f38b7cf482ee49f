// A town of straight streets in the form of a chessboard, for tests and demonstrations of a second city.
import type { OsmData, OsmNode, OsmWay, Tags } from './osm-elements.ts';

export interface GridCity {
  name: string;
  /** Its middle, in degrees. */
  lat: number;
  lng: number;
  /** Streets in each direction; 8 when left out. */
  streets?: number;
}

/** Between two streets, degrees: about 140 m from north to south. */
const BLOCK_DEGREES = 0.00125;
/** Ids of nodes and ways begin here; those of crossings at 1. */
const HOUSES = 10_000;
const CENTRE = 99_999;
const STREETS = 100_001;
const AVENUES = 200_001;
const toE7 = (degrees: number): number => Math.round(degrees * 1e7);

/** From the south streets are Calle 1, Calle 2 and so on, from the west Avenida 1, Avenida 2; each block of a Calle has a house, Calle 1 101 first. */
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
