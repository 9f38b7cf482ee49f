// Registry of pages with unsaved input: navigation to another page, also with the browser's Back and Forward buttons,
// waits until the user agrees.

/** Asks the user, and calls `leave` if they agree. */
type PageGuard = (leave: () => void) => void;

interface HistoryEntry {
  /** Index of the entry in the browser's history; null if unknown. */
  readonly position: number | null;
  /** The browser's key of the entry; null without the Navigation API. */
  readonly key: string | null;
  readonly pathname: string;
  readonly href: string;
  readonly state: unknown;
}

const guards = new Set<PageGuard>();
/** Each returns whether it stops the event. */
const historyGuards = new Set<() => boolean>();

/**
 * The router's `idx` is the substitute in browsers without the Navigation API; entries of links to a fragment have none.
 */
function currentPosition(state: unknown): number | null {
  const index = 'navigation' in window ? window.navigation.currentEntry?.index : undefined;
  if (index !== undefined) return index;
  const hasIndex = typeof state === 'object' && state !== null && 'idx' in state;
  return hasIndex && typeof state.idx === 'number' ? state.idx : null;
}

function currentEntry(): HistoryEntry {
  const { pathname, href } = window.location;
  const { state } = window.history;
  const key = ('navigation' in window ? window.navigation.currentEntry?.key : undefined) ?? null;
  return { position: currentPosition(state), key, pathname, href, state };
}

/** Goes to the entry with this key, wherever the browser is when it begins to. */
function traverseTo(key: string): void {
  const { committed, finished } = window.navigation.traverseTo(key);
  // Another traversal may cancel this one; its own event begins another.
  for (const result of [committed, finished]) result?.catch(() => undefined);
}

/** The state of an entry with its index; the router's `idx` is part of it. */
const stateAt = (state: unknown, position: number): unknown =>
  typeof state === 'object' && state !== null ? { ...state, idx: position } : state;

/** The number of entries from one to the other; null if unknown. */
function stepsBetween(from: HistoryEntry, to: HistoryEntry): number | null {
  if (from.position === null || to.position === null || from.position === to.position) return null;
  return to.position - from.position;
}

/**
 * Stops the event before the router's listener shows the other page. Chromium calls the listeners of `window` in the
 * order of their registration, also capturing ones; main.tsx reserves the first place for this handler.
 */
function onPopState(event: PopStateEvent): void {
  const isStopped = [...historyGuards].some((guard) => guard());
  if (isStopped) event.stopImmediatePropagation();
}

/** Returns to the page's entry after the user has gone to an entry of another page, and asks then. */
function guardHistory(ask: PageGuard): () => boolean {
  let own = currentEntry();
  /** Steps to the entry that the user went to, while the browser returns to the page's own entry; otherwise null. */
  let pendingSteps: number | null = null;
  let isAgreed = false;

  function askToGo(steps: number): void {
    ask(() => {
      isAgreed = true;
      window.history.go(steps);
    });
  }

  function stopsTraversal(): boolean {
    if (isAgreed) return false;
    const entry = currentEntry();
    if (pendingSteps === null && entry.pathname === own.pathname) {
      own = entry;
      return false;
    }
    if (pendingSteps !== null && entry.position === own.position) {
      const steps = pendingSteps;
      pendingSteps = null;
      askToGo(steps);
      return true;
    }
    const steps = stepsBetween(own, entry);
    if (steps === null) {
      // The direction is unknown.
      pushOwnEntry(own.state);
      return true;
    }
    if (own.key !== null) {
      // If the user goes on before the browser has returned, the first entry they went to counts.
      pendingSteps ??= steps;
      traverseTo(own.key);
      return true;
    }
    if (pendingSteps !== null) {
      // The user went on before the browser has returned. A second `go` would be counted from where the first one ends,
      // and with entries on both sides the two could go back and forth without end.
      pushOwnEntry(stateAt(own.state, (entry.position ?? 0) + 1));
      return true;
    }
    pendingSteps = steps;
    window.history.go(-steps);
    return true;
  }

  /** Gives the page a new entry after the one that the user went to, and asks. */
  function pushOwnEntry(state: unknown): void {
    window.history.pushState(state, '', own.href);
    own = currentEntry();
    pendingSteps = null;
    askToGo(-1);
  }

  historyGuards.add(stopsTraversal);
  window.onpopstate = onPopState;
  return () => historyGuards.delete(stopsTraversal);
}

/**
 * Registers a guard of the current page; returns a function that removes it. Register it again after each navigation
 * within the page, because it returns to the history entry at which it was registered.
 */
export function guardPage(ask: PageGuard): () => void {
  const endHistory = guardHistory(ask);
  guards.add(ask);
  return () => {
    endHistory();
    guards.delete(ask);
  };
}

/** Calls `go`, which navigates to `address`: at once within the page, otherwise after every guard has agreed. */
export function leavePage(address: string, go: () => void): void {
  const { pathname } = new URL(address, window.location.href);
  const toAsk = pathname === window.location.pathname ? [] : [...guards];
  const leave = toAsk.reduce<() => void>((then, guard) => () => guard(then), go);
  leave();
}
