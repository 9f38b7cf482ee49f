// What the search of the console finds: screens and settings by their names here, everything else by the server.

export type FindGroup = 'recent' | 'screens' | 'settings' | 'bookings' | 'people' | 'promos';

export interface Find {
  /** Unique among all finds: what was opened recently is known by it. */
  readonly key: string;
  readonly group: FindGroup;
  readonly title: string;
  /** Under the title, beside each other. */
  readonly facts: readonly string[];
  /** The address of its screen. */
  readonly to: string;
}

/** Letters without accents and case, so that "Configuracion" finds "Configuración". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** The finds whose titles contain every word, those that begin with the first word before the others. */
export function findByTitle(finds: readonly Find[], typed: string): Find[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  return finds
    .filter(({ title }) => words.every((word) => plain(title).includes(word)))
    .toSorted(
      (one, other) =>
        Number(plain(other.title).startsWith(first)) - Number(plain(one.title).startsWith(first)),
    );
}
