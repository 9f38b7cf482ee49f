// Reduces the changes of a failing case to those that it needs to fail.

/**
 * Returns a single change if one is enough to fail; otherwise the changes that are left after removing every change
 * that is not needed.
 */
export async function fewestChanges<Change>(
  changes: readonly Change[],
  fails: (changes: readonly Change[]) => Promise<boolean>,
): Promise<readonly Change[]> {
  if (changes.length < 2) return changes;
  for (const change of changes) if (await fails([change])) return [change];
  let fewest = changes;
  for (const change of changes) {
    const without = fewest.filter((one) => one !== change);
    if (without.length > 0 && without.length < fewest.length && (await fails(without))) fewest = without;
  }
  return fewest;
}
