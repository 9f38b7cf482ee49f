// Result type of the console's search, and the search by title for screens and settings.

export type FindGroup = 'recent' | 'screens' | 'settings' | 'bookings' | 'people' | 'promos';

export interface Find {
  /** Unique among all results; recent items are stored by it. */
  readonly key: string;
  readonly group: FindGroup;
  readonly title: string;
  /** Title as a recent item, where the title contains personal data that is not stored on the device. */
  readonly recentTitle?: string;
  /** Details shown under the title, side by side. */
  readonly facts: readonly string[];
  /** Path that the result opens. */
  readonly to: string;
}

/** Removes accents and case, so that "Configuracion" matches "Configuración". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Results whose titles contain every word; those that start with the first word come first. */
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

/** Greatest length of a fact, such as a status or a number plate, that is cut only after all longer ones. */
const SHORT_FACT = 24;

/** The CSS `flex-shrink` of a fact in a line that is too narrow for all of them. */
export const shrinkOf = (fact: string): number => (fact.length > SHORT_FACT ? 10_000 : 1);
