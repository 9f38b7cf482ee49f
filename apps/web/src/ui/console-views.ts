// Context with the saved views of the console's tables, shown as links below those of the tables. A feature loads the
// views, and the app provides them.
import { createContext, type ReactNode } from 'react';
import type { LinkName } from './console-links.ts';

export interface ConsoleView {
  readonly id: string;
  readonly name: string;
  /** Query string of the table, with search, filters and sorting. */
  readonly query: string;
  /** Number of rows; null when it is not loaded. */
  readonly count: ReactNode;
}

export const ConsoleViews = createContext<Partial<Record<LinkName, readonly ConsoleView[]>>>({});

/** Router state of a link to a view, which restores the view's columns. */
export interface ViewLinkState {
  readonly savedView: string;
}

export const viewOfState = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'savedView' in state && typeof state.savedView === 'string'
    ? state.savedView
    : null;
