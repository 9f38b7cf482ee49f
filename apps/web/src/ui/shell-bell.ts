// The bell of the shells: what it shows is a feature, which shells do not know; the app hands it to them.
import { type ComponentType, createContext } from 'react';

export interface ShellBellProps {
  /** Over a map: a round button of its own. */
  readonly floating?: boolean;
}

/** Null while nobody is signed in. */
export const ShellBell = createContext<ComponentType<ShellBellProps> | null>(null);
