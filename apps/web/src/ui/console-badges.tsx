// Numbers of items to handle, shown beside the console's links. Features load the numbers, and the app provides them.
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react';
import type { LinkName } from './console-links.ts';

type Badges = Partial<Record<LinkName, number>>;

export const ConsoleBadges = createContext<Badges>({});

interface MoreConsoleBadgesProps {
  readonly badges: Badges;
  readonly children: ReactNode;
}

/** Adds numbers to those from outside; the same object must be passed while they do not change. */
export function MoreConsoleBadges({ badges, children }: MoreConsoleBadgesProps) {
  const outer = use(ConsoleBadges);
  const all = useMemo(() => ({ ...outer, ...badges }), [outer, badges]);
  // Deferred: a number that arrives while a screen is being rendered would make React render it without a pause.
  return <ConsoleBadges value={useDeferredValue(all)}>{children}</ConsoleBadges>;
}
