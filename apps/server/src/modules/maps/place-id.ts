// Ids of places: they contain the city and the kind of row, so that an id of another city is rejected.

const kinds = { a: 'address', s: 'street', c: 'intersection', p: 'place' } as const;
export type PlaceRowKind = (typeof kinds)[keyof typeof kinds];

const letters: Readonly<Record<PlaceRowKind, keyof typeof kinds>> = {
  address: 'a',
  street: 's',
  intersection: 'c',
  place: 'p',
};

/** The same for every import of the same file. */
export const placeId = (fileHash: string, kind: PlaceRowKind, row: number): string =>
  `kerb-${fileHash.slice(0, 10)}-${letters[kind]}${row}`;

/** Undefined for an id of another city and for any other text. */
export function readPlaceId(fileHash: string, id: string): { kind: PlaceRowKind; row: number } | undefined {
  const match = /^kerb-([0-9a-f]{10})-([ascp])(\d{1,9})$/.exec(id);
  if (!match || match[1] !== fileHash.slice(0, 10)) return undefined;
  const letter = match[2];
  if (letter !== 'a' && letter !== 's' && letter !== 'c' && letter !== 'p') return undefined;
  return { kind: kinds[letter], row: Number(match[3]) };
}
