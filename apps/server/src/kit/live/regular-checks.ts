// Checks the members of a set at a regular interval, each at its own time, so that the checks of many members do not
// fall together.

/** Number of groups into which an interval is divided. */
const GROUPS = 100;

export interface RegularChecks<Member> {
  add(member: Member): void;
  remove(member: Member): void;
  stop(): void;
}

/**
 * Calls `check` with the members whose turn it is, so that each has its turn once every `everyMs`, the first time within
 * that time. A late timer makes the group larger. No member is checked twice within half of the interval.
 */
export function createRegularChecks<Member>(
  everyMs: number,
  check: (members: readonly Member[]) => void,
): RegularChecks<Member> {
  /** Time of each member's last check in ms of performance.now(), -Infinity before the first, in the order of turns. */
  const members = new Map<Member, number>();
  let lastAt = performance.now();
  /** Number of checks that are due; the fraction is carried over to the next group. */
  let due = 0;
  const checkGroup = (): void => {
    const now = performance.now();
    due += (members.size * (now - lastAt)) / everyMs;
    lastAt = now;
    const group: Member[] = [];
    for (const [member, at] of members) {
      if (due < 1 || now - at < everyMs / 2) break;
      due -= 1;
      group.push(member);
    }
    // What no member could use is not saved up, or a later group would be large.
    due = Math.min(due, 1);
    for (const member of group) {
      members.delete(member);
      members.set(member, now);
    }
    if (group.length > 0) check(group);
  };
  const timer = setInterval(checkGroup, everyMs / GROUPS);
  return {
    add: (member) => void members.set(member, Number.NEGATIVE_INFINITY),
    remove: (member) => void members.delete(member),
    stop: () => clearInterval(timer),
  };
}
