// What of a table's address belongs to a saved view: search, filters and sorting, in one order, so that two can be compared.

/** How many rows a page has is not a part of a view. */
const notOfAView = new Set(['size']);

export function viewQuery(search: string): string {
  const entries = [...new URLSearchParams(search)].filter(
    ([name, value]) => value !== '' && !notOfAView.has(name),
  );
  return new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Whether two lists of columns are the same; null stands for the usual ones. */
export const sameColumns = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
