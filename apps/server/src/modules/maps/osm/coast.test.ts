// Tests of building the sea from coastlines: single and several shores, islands, and shores that do not cross the box.
import { describe, expect, it } from 'vitest';
import { contains } from './city-shapes.ts';
import { coastOf } from './coast.ts';
import type { LngLat } from './geometry.ts';

const box = { west: 0, south: 0, east: 10, north: 10 };
let nextRef = 1;
const shore = (...line: LngLat[]) => ({ line, refs: line.map(() => nextRef++) });
const isSea = (sea: readonly (readonly LngLat[])[], at: LngLat) => sea.some((ring) => contains(ring, at));

describe('coastOf', () => {
  it('fills the side on the right of a coastline that crosses the box', () => {
    const westward = coastOf([shore([11, 5], [5, 4], [-1, 5])], box);
    expect(isSea(westward.sea, [5, 8])).toBe(true);
    expect(isSea(westward.sea, [5, 2])).toBe(false);
    const eastward = coastOf([shore([-1, 5], [5, 4], [11, 5])], box);
    expect(isSea(eastward.sea, [5, 8])).toBe(false);
    expect(isSea(eastward.sea, [5, 2])).toBe(true);
    expect(isSea(eastward.sea, [0.5, 0.5])).toBe(true);
  });

  it('joins the pieces of a coastline', () => {
    const a = shore([-1, 5], [5, 4]);
    const b = shore([5, 4], [11, 5]);
    b.refs[0] = a.refs[1] ?? 0;
    const { sea } = coastOf([b, a], box);
    expect(sea).toHaveLength(1);
    expect(isSea(sea, [5, 2])).toBe(true);
  });

  it('fills a strait between two coastlines', () => {
    const { sea } = coastOf([shore([-1, 3], [5, 3], [11, 3]), shore([11, 1], [5, 1], [-1, 1])], box);
    expect(isSea(sea, [5, 2])).toBe(true);
    expect(isSea(sea, [5, 0.5])).toBe(false);
    expect(isSea(sea, [5, 6])).toBe(false);
  });

  it('distinguishes islands from enclosed seas', () => {
    const ring = (points: LngLat[]) => {
      const closed = shore(...points, points[0] ?? [0, 0]);
      closed.refs[closed.refs.length - 1] = closed.refs[0] ?? 0;
      return closed;
    };
    const counterClockwise: LngLat[] = [
      [4, 4],
      [6, 4],
      [6, 6],
      [4, 6],
    ];
    expect(coastOf([ring(counterClockwise)], box).islands).toHaveLength(1);
    expect(coastOf([ring([...counterClockwise].reverse())], box)).toMatchObject({ islands: [] });
  });

  it('ignores a coastline that ends inside the box', () => {
    expect(coastOf([shore([-1, 5], [5, 5])], box)).toEqual({ sea: [], islands: [] });
  });
});
