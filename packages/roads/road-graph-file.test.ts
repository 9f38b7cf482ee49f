// Tests that the file of a road graph is read as it was written, and rejected after any change.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { travelTime } from './arrival-times.ts';
import { buildRoadGraph } from './osm/build-road-graph.ts';
import { checkRoadGraph, decodeRoadGraph, encodeRoadGraph, RoadGraphFileError } from './road-graph-file.ts';
import { at, streetPlan } from './testing/street-plan.ts';

const graph = buildRoadGraph(
  streetPlan({ a: at(0, 0), b: at(0, 300), c: at(200, 300) }, [
    { through: ['a', 'b'] },
    { through: ['b', 'c'] },
  ]),
);
const file = encodeRoadGraph(graph);

function reasonOf(bytes: Uint8Array): string {
  try {
    checkRoadGraph(bytes);
    return 'accepted';
  } catch (error) {
    return error instanceof RoadGraphFileError ? error.message : `another error: ${String(error)}`;
  }
}

it('is read back unchanged, also from the middle of a larger buffer', () => {
  const larger = new Uint8Array(file.length + 8);
  larger.set(file, 3);
  const read = decodeRoadGraph(larger.subarray(3, 3 + file.length));
  expect(encodeRoadGraph(read)).toEqual(file);
  expect(travelTime(read, at(0, 0), at(200, 300))).toEqual(travelTime(graph, at(0, 0), at(200, 300)));
});

it('is rejected with a reason when it is of another format, outdated or truncated', () => {
  expect(reasonOf(new Uint8Array(0))).toBe('The road graph file is too short.');
  expect(reasonOf(new Uint8Array(400))).toBe('The file is not a road graph.');
  expect(reasonOf(file.subarray(0, -4))).toBe('The road graph file ends early or is too long.');
  expect(reasonOf(file.subarray(0, -1))).toBe('The road graph file ends early or is too long.');
  const old = file.slice();
  old[4] = 0;
  expect(reasonOf(old)).toMatch(/has version 0, this program reads \d/);
  expect(() => decodeRoadGraph(old)).toThrow(RoadGraphFileError);
});

it('is rejected after a change of any byte', () => {
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const changed = file.slice();
      changed[place] = (changed[place] ?? 0) ^ change;
      expect(reasonOf(changed)).toMatch(/road graph/);
    }),
  );
});
