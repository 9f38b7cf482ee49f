// Generates the smallest possible city, which imports quickly, for tests that need any city.
import { writeFileSync } from 'node:fs';
import { writeOsmPbf } from '@kerb/testing/osm';

/** Writes the city's .osm.pbf file. */
export function writeOneStreetCity(file: string): void {
  const nodes = [-56.2, -56.199, -56.198].map((lng, i) => ({
    id: i + 1,
    latE7: -349_000_000,
    lngE7: Math.round(lng * 1e7),
    tags: {},
  }));
  const street = { id: 10, refs: [1, 2, 3], tags: { highway: 'residential', name: 'The Street' } };
  writeFileSync(file, writeOsmPbf({ nodes, ways: [street], relations: [] }, 'a test'));
}
