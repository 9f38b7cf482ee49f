// Finds what a failing case needs to fail: the changes without which it would pass.

/**
 * The fewest of the changes that still fail: one of them alone where one is enough, otherwise those that are left
 * when every change that is not needed has been left out.
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
