// Ids of places: what kind of row of which city, so that an id of another city is refused and not mixed up.

const kinds = { a: 'address', s: 'street', c: 'intersection', p: 'place' } as const;
export type PlaceRowKind = (typeof kinds)[keyof typeof kinds];

const letters: Readonly<Record<PlaceRowKind, keyof typeof kinds>> = {
  address: 'a',
  street: 's',
  intersection: 'c',
  place: 'p',
};

/** Equal for every import of the same file. */
export const placeId = (fileHash: string, kind: PlaceRowKind, row: number): string =>
  `kerb-${fileHash.slice(0, 10)}-${letters[kind]}${row}`;

/** undefined for an id that was not made for this city. */
export function readPlaceId(fileHash: string, id: string): { kind: PlaceRowKind; row: number } | undefined {
  const match = /^kerb-([0-9a-f]{10})-([ascp])(\d{1,9})$/.exec(id);
  if (!match || match[1] !== fileHash.slice(0, 10)) return undefined;
  const letter = match[2];
  if (letter !== 'a' && letter !== 's' && letter !== 'c' && letter !== 'p') return undefined;
  return { kind: kinds[letter], row: Number(match[3]) };
}
