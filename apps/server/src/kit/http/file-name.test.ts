// Tests that every file in the contract has its own name, derived from its route.
import { routes } from '@kerb/contract';
import { expect, it } from 'vitest';
import { dispositionOf } from './file-name.ts';

it.each<[path: `/${string}`, binary: string, expected: string | null]>([
  ['/bookings/:id/receipt.pdf', 'application/pdf', 'inline; filename="receipt.pdf"'],
  ['/photos/:id', 'image/webp', 'inline; filename="photos.webp"'],
  ['/bookings/:id/messages/:message/image', 'image/webp', 'inline; filename="image.webp"'],
  ['/bookings/:id/map.svg', 'image/svg+xml; charset=utf-8', 'inline; filename="map.svg"'],
  ['/users.csv', 'text/csv; charset=utf-8', 'attachment; filename="users.csv"'],
  ['/bookings/export', 'text/csv; charset=utf-8', 'attachment; filename="export.csv"'],
  ['/payments/return/:id', 'text/html; charset=utf-8', null],
  ['/maps/tiles/:z/:x/:y', 'application/vnd.mapbox-vector-tile', null],
])('%s, %s: %s', (path, binary, expected) => {
  expect(dispositionOf({ path, binary })).toBe(expected);
});

it('every file of the contract has a file name, and no other answer has one', () => {
  for (const definition of Object.values(routes)) {
    const { binary = '' } = definition as { binary?: string };
    const isFile = /^(image|text\/csv|application\/pdf)/.test(binary);
    expect([definition.path, dispositionOf(definition) !== null]).toEqual([definition.path, isFile]);
    if (isFile)
      expect(dispositionOf(definition)).toMatch(/^(inline|attachment); filename="[a-z_-]+\.[a-z]+"$/);
  }
});
