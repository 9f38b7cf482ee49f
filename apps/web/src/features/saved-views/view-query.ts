// Normalises a table's query string to the parts that a saved view stores (search, filters, sorting), so that two can
// be compared.

/** Parameters that are not part of a view, such as the page size. */
const notOfAView = new Set(['size']);

export function viewQuery(search: string): string {
  const entries = [...new URLSearchParams(search)].filter(
    ([name, value]) => value !== '' && !notOfAView.has(name),
  );
  return new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** True when both lists of columns are equal; null stands for the default columns. */
export const sameColumns = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
