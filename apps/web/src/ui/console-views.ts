// Saved views of the console's tables, as links below those of the tables. Who reads them is a feature; the app hands them in.
import { createContext, type ReactNode } from 'react';
import type { LinkName } from './console-links.ts';

export interface ConsoleView {
  readonly id: string;
  readonly name: string;
  /** Search, filters and sorting, as the address of the table has them. */
  readonly query: string;
  /** How many rows it has; null where that is not read. */
  readonly count: ReactNode;
}

export const ConsoleViews = createContext<Partial<Record<LinkName, readonly ConsoleView[]>>>({});

/** The state of a link to a view: its columns are shown too. */
export interface ViewLinkState {
  readonly savedView: string;
}

export const viewOfState = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'savedView' in state && typeof state.savedView === 'string'
    ? state.savedView
    : null;
