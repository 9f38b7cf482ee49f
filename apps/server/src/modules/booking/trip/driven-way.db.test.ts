// What passengers pay for: trails of known roads, noisy and with silences, measure as long as those roads are.
import { between, decodePolyline, distanceKm, type LatLng } from '@kerb/domain/geo';
import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';
import { kmDriven, type RoadKm } from './driven-way.ts';

const app = await createTestApp({ city: true });
afterAll(() => app.close());
const { service } = app.modules.maps.api;
const METRES_PER_DEGREE = 111_195;

const roadKm: RoadKm = async ([first, ...rest]) => {
  const last = rest.pop();
  if (!first || !last) return 0;
  const way = await service.directions(first, last, rest).catch(() => null);
  return way?.distance_in_km ?? null;
};

/** The same numbers each time, evenly in 0…1. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A position every so many metres along the line. */
function along(line: readonly LatLng[], metres: number): LatLng[] {
  const points: LatLng[] = line.slice(0, 1);
  let ahead = metres;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    const length = from ? distanceKm(from, to) * 1000 : 0;
    for (; from && ahead <= length; ahead += metres) points.push(between(from, to, ahead / length));
    ahead -= length;
  }
  return points;
}

/** Off by 5 m: the root of the mean square, as a phone states it. */
function blurred({ lat, lng }: LatLng, random: () => number): LatLng {
  const off = Math.sqrt(-Math.log(1 - random())) * 5;
  const turn = 2 * Math.PI * random();
  const perDegree = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return {
    lat: lat + (off * Math.sin(turn)) / METRES_PER_DEGREE,
    lng: lng + (off * Math.cos(turn)) / perDegree,
  };
}

/** With `round` the way is not the shortest, but through a third place. */
async function randomWay(random: () => number, round: boolean): Promise<{ km: number; line: LatLng[] }> {
  for (;;) {
    const place = () => ({ lat: -34.88 + (random() - 0.5) * 0.05, lng: -56.16 + (random() - 0.5) * 0.1 });
    const way = await service.directions(place(), place(), round ? [place()] : []).catch(() => null);
    if (way && way.distance_in_km >= 2)
      return { km: way.distance_in_km, line: decodePolyline(way.polylinePoints) };
  }
}

async function errors(seed: number, silentMetres: number, round = false): Promise<number[]> {
  const random = chances(seed);
  const found: number[] = [];
  for (let trip = 0; trip < 25; trip += 1) {
    const { km, line } = await randomWay(random, round);
    const metres = 10 + random() * 5;
    const all = along(line, metres).map((point) => blurred(point, random));
    const from = Math.floor(all.length * (0.3 + random() * 0.3));
    const trail = all.filter((_, index) => index < from || index >= from + silentMetres / metres);
    found.push((await kmDriven(trail, roadKm)) / km - 1);
  }
  return found;
}

it('is the length of the road, within two in a hundred', async () => {
  for (const error of await errors(12_345, 0)) expect(Math.abs(error)).toBeLessThan(0.02);
});

it('is so too of ways that are not the shortest', async () => {
  for (const error of await errors(67_890, 0, true)) expect(Math.abs(error)).toBeLessThan(0.02);
});

it('is so too where the server was away for half a minute to a minute', async () => {
  for (const metres of [300, 600])
    for (const error of await errors(54_321, metres)) expect(Math.abs(error)).toBeLessThan(0.02);
});
