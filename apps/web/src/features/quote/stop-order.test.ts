// Tests moving stops: by one, across the list, and never outside of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, placeAfterDrag, rowShift } from './stop-order.ts';

const rows = [0, 1, 2, 3].map((index) => ({ top: index * 60, height: 52 }));

describe('moving a stop', () => {
  it('moves one stop and retains the order of the others', () => {
    expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  });

  it('is unchanged by a move that is not possible', () => {
    const stops = ['a', 'b'];
    for (const [from, to] of [
      [0, 0],
      [0, 2],
      [1, -1],
      [5, 0],
    ] as const)
      expect(moved(stops, from, to)).toBe(stops);
  });

  it('is a permutation of the same stops after any move', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 20 }), fc.nat(25), fc.nat(25), (stops, from, to) => {
        expect(moved(stops, from, to).toSorted()).toEqual(stops.toSorted());
      }),
    );
  });

  it('changes once a dragged stop is past the middle of its neighbour', () => {
    expect(placeAfterDrag(rows, 1, 30)).toBe(1);
    expect(placeAfterDrag(rows, 1, 36)).toBe(2);
    expect(placeAfterDrag(rows, 1, -36)).toBe(0);
    expect(placeAfterDrag(rows, 1, -30)).toBe(1);
    expect(placeAfterDrag(rows, 0, 5000)).toBe(3);
    expect(placeAfterDrag(rows, 3, -5000)).toBe(0);
    expect(placeAfterDrag(rows, 9, 10)).toBe(9);
  });

  it('shifts the stops between towards the original place of the dragged one', () => {
    expect([0, 1, 2, 3].map((index) => rowShift(index, 0, 2))).toEqual([0, -1, -1, 0]);
    expect([0, 1, 2, 3].map((index) => rowShift(index, 3, 1))).toEqual([0, 1, 1, 0]);
  });
});
