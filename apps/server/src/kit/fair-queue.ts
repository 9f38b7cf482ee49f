// A queue in which callers take turns, so that many items of one caller do not delay those of the others.

export interface FairQueue<Item> {
  add(caller: string, item: Item): void;
  /** Does nothing when the item is not in the queue. */
  remove(caller: string, item: Item): void;
  /**
   * Removes and returns the oldest item of the caller whose turn it is, skipping callers for which `isBusy` is true; the
   * caller's next turn comes after all others. Undefined when no item can be taken.
   */
  takeNext(isBusy?: (caller: string) => boolean): Item | undefined;
  /** Removes and returns the newest item of the caller with most items, if they have more than `count`. */
  takeFromLongest(count: number): Item | undefined;
  /** Number of items of all callers. */
  length(): number;
  countOf(caller: string): number;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** Items by caller, never empty, in the order of the callers' turns. */
  const byCaller = new Map<string, Item[]>();
  let length = 0;

  const removeAt = (caller: string, items: Item[], index: number): Item | undefined => {
    const [item] = items.splice(index, 1);
    length -= 1;
    if (items.length === 0) byCaller.delete(caller);
    return item;
  };

  return {
    add(caller, item) {
      const items = byCaller.get(caller);
      if (items === undefined) byCaller.set(caller, [item]);
      else items.push(item);
      length += 1;
    },
    remove(caller, item) {
      const items = byCaller.get(caller) ?? [];
      const index = items.indexOf(item);
      if (index >= 0) removeAt(caller, items, index);
    },
    takeNext(isBusy = () => false) {
      for (const [caller, items] of byCaller) {
        if (isBusy(caller)) continue;
        const item = removeAt(caller, items, 0);
        byCaller.delete(caller);
        if (items.length > 0) byCaller.set(caller, items);
        return item;
      }
      return undefined;
    },
    takeFromLongest(count) {
      let longest: { caller: string; items: Item[] } | undefined;
      for (const [caller, items] of byCaller)
        if (items.length > (longest?.items.length ?? count)) longest = { caller, items };
      return longest && removeAt(longest.caller, longest.items, longest.items.length - 1);
    },
    length: () => length,
    countOf: (caller) => byCaller.get(caller)?.length ?? 0,
  };
}
