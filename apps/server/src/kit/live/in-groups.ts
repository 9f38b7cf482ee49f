// Does something with many items in small groups over time, such as closing thousands of sockets.
import { setTimeout as pause } from 'node:timers/promises';

const GROUP_EVERY_MS = 50;
const GROUP_SIZE = 10;
/** Time within which all items are done, ms; groups are larger where that needs it. */
const WITHIN_MS = 25_000;

/** Calls `work` for each item: 200 a second, and faster for more than 5,000 items or when a busy process is late. */
export async function inGroups<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  const left = [...items];
  const end = performance.now() + WITHIN_MS;
  while (left.length > 0) {
    const groupsLeft = Math.max(1, (end - performance.now()) / GROUP_EVERY_MS);
    const size = Math.max(GROUP_SIZE, Math.ceil(left.length / groupsLeft));
    for (const item of left.splice(0, size)) work(item);
    if (left.length > 0) await pause(GROUP_EVERY_MS);
  }
}
