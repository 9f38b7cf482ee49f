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
 * Calls `check` for each member every `everyMs`, the first time after that time; members that were added together are
 * spread over the interval, so that a member's first check comes after at most twice that time.
 */
export function createRegularChecks<Member>(
  everyMs: number,
  check: (member: Member) => void,
): RegularChecks<Member> {
  /** Time at which each member was added or last checked, ms of performance.now(); the longest ago comes first. */
  const checkedAt = new Map<Member, number>();
  const checkGroup = (): void => {
    const now = performance.now();
    let left = Math.ceil(checkedAt.size / GROUPS);
    for (const [member, at] of checkedAt) {
      if (left === 0 || now - at < everyMs) return;
      left -= 1;
      checkedAt.delete(member);
      checkedAt.set(member, now);
      check(member);
    }
  };
  const timer = setInterval(checkGroup, everyMs / GROUPS);
  return {
    add: (member) => void checkedAt.set(member, performance.now()),
    remove: (member) => void checkedAt.delete(member),
    stop: () => clearInterval(timer),
  };
}
